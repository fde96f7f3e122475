import { Drawing, type Scene } from '../display/Drawing.tsx';
import { Mark } from '../display/Mark.tsx';
import css from '../styles/gallery.module.css';
import { Section } from './Section.tsx';

const colors = `paper raised sunken hover ink ink-soft line line-strong accent accent-hover accent-active accent-ink
  accent-wash gold gold-wash good good-wash warn warn-wash bad bad-wash bad-fill chart-1 chart-2 chart-3 chart-4 chart-5`.split(
  /\s+/,
);
const scenes: Scene[] = ['search', 'empty', 'done', 'offline', 'trouble', 'locked', 'picture'];

export function Foundations() {
  return (
    <>
      <Section id="mark" title="Mark">
        <div className={css.row}>
          {[16, 20, 24, 32, 48, 96].map((size) => (
            <Mark key={size} size={size} title={`The mark at ${size} pixels`} color="var(--accent)" />
          ))}
        </div>
      </Section>
      <Section id="drawings" title="Drawings">
        <div className={css.drawings}>
          {scenes.map((scene) => (
            <figure key={scene}>
              <Drawing scene={scene} />
              <figcaption>{scene}</figcaption>
            </figure>
          ))}
        </div>
      </Section>
      <Section id="color" title="Color">
        <div className={css.swatches}>
          {colors.map((color) => (
            <div key={color} className={css.swatch}>
              <span style={{ '--show': `var(--${color})` }} />
              <span>{color}</span>
            </div>
          ))}
        </div>
      </Section>
      <Section id="type" title="Type">
        <div className={css.type}>
          <p style={{ font: '500 var(--text-48)/1.1 var(--font-display)', letterSpacing: '-0.022em' }}>
            A brighter smile, close to home
          </p>
          <p style={{ font: '500 var(--text-36)/1.15 var(--font-display)', letterSpacing: '-0.018em' }}>
            Seventeen quiet answers
          </p>
          <p style={{ fontSize: 'var(--text-28)', fontWeight: 650 }}>What happens on the first visit</p>
          <p style={{ fontSize: 'var(--text-22)', fontWeight: 650 }}>Ask before you book</p>
          <p style={{ fontSize: 'var(--text-18)' }}>Most people notice a change after the second week.</p>
          <p style={{ maxWidth: 'var(--measure)' }}>
            Words are short, plain and kind. White space carries the page, one accent leads the eye, and{' '}
            <a href="#type">a link looks like a link</a>. Numbers in tables are tabular: 1,204.50 and 7,318.00.
          </p>
          <p style={{ fontSize: 'var(--text-14)', color: 'var(--ink-soft)' }}>Fourteen, for hints and details.</p>
          <p style={{ fontSize: 'var(--text-13)', color: 'var(--ink-soft)' }}>Thirteen, for the console.</p>
        </div>
      </Section>
    </>
  );
}
