import { MyDataButton } from '#ui/insights/MyData.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import css from './Account.module.css';

export function DataCard() {
  return (
    <Card as="section" aria-labelledby="data">
      <div className={css.row}>
        <div className={css.words}>
          <h2 id="data" className={css.title}>
            Your data
          </h2>
          <p className={css.soft}>Everything we hold about your account, in one file.</p>
        </div>
        <MyDataButton />
      </div>
    </Card>
  );
}
