import { Card } from '#ui/kit/display/Card.tsx';
import { Mark } from '#ui/kit/display/Mark.tsx';
import css from './Console.module.css';
import { ServerForm } from './ServerForm.tsx';

/** The first thing a new console asks. */
export function ServerPick() {
  return (
    <main className={css.door}>
      <title>Enamel</title>
      <div className={css.head}>
        <Mark size={44} className={css.mark} />
        <h1>Welcome to Enamel</h1>
        <p>The staff console. Where is your server?</p>
      </div>
      <Card tone="lifted">
        <ServerForm action="Continue" first />
      </Card>
    </main>
  );
}
