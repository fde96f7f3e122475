import { Mark } from '../display/Mark.tsx';
import { ThemeSwitch } from '../controls/ThemeSwitch.tsx';
import { Buttons, Choices, Fields } from './Controls.tsx';
import { Data } from './Data.tsx';
import { Foundations } from './Foundations.tsx';
import css from '../styles/gallery.module.css';
import { Overlays, Surfaces } from './Surfaces.tsx';

const anchors = ['mark', 'drawings', 'color', 'type', 'buttons', 'fields', 'choices', 'overlays', 'cards', 'small'];
const more = ['numbers', 'words', 'waiting', 'table', 'charts'];

/** Every kit component in every state. To see it, run `npm run dev` and open /kit. */
export default function Gallery() {
  return (
    <main className={css.page}>
      <header className={css.head}>
        <div className={css.bar}>
          <div className={css.brand}>
            <Mark size={48} />
            <h1>Kit</h1>
          </div>
          <ThemeSwitch />
        </div>
        <p>Every control in every look. Anything a page needs should be here first.</p>
      </header>
      <nav className={css.nav} aria-label="Sections">
        {[...anchors, ...more].map((anchor) => (
          <a key={anchor} href={`#${anchor}`}>
            {anchor}
          </a>
        ))}
      </nav>
      <Foundations />
      <Buttons />
      <Fields />
      <Choices />
      <Overlays />
      <Surfaces />
      <Data />
    </main>
  );
}
