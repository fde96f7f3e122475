import { useBrand } from '#ui/base/page/App.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Highlights } from './Highlights.tsx';
import css from './HomeBelow.module.css';

/** The home page below the search: whitening, and a call to practices. */
export default function HomeBelow() {
  const brand = useBrand();
  return (
    <>
      <Highlights />
      <section className={css.call} aria-labelledby="practices">
        <div className={css.callInner}>
          <div>
            <h2 id="practices" className={css.callTitle}>
              Are you a dental professional?
            </h2>
            <p className={css.callText}>
              Patients are looking for you. Claim your listing or add a new one, keep your hours and services current,
              and see how patients find you.
            </p>
          </div>
          <div className={css.callActions}>
            <ButtonLink to="/add-listing" variant="primary" size="large">
              List Your Practice
            </ButtonLink>
            <ButtonLink to="/about" size="large">
              Learn More<span className="hidden-text">{` about ${brand}`}</span>
            </ButtonLink>
          </div>
        </div>
      </section>
    </>
  );
}
