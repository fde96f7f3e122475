import { Head } from './Head.tsx';
import css from './Plain.module.css';

/** An honest page for what is still being built. */
export function Soon({ title }: { title: string }) {
  return (
    <section className={css.plain}>
      <Head title={title} noindex />
      <h1>{title}</h1>
      <p>This part of Enamel is still being built. Nothing is hidden behind it yet.</p>
    </section>
  );
}
