import { Fragment } from 'react';
import { comparison } from '#shared/billing/plans-comparison.ts';
import { planIds, planName } from '#shared/billing/plans.ts';
import css from './Comparison.module.css';

/**
 * On small screens the four values of a feature are below its name. The table, its rows, and its cells have no explicit
 * roles, because Chromium, Firefox 153, and WebKit 2.50 keep their roles when `display` changes.
 */
export function Comparison() {
  return (
    <section className={css.section} aria-labelledby="compare">
      <h2 id="compare">Compare the plans</h2>
      <table className={css.table} aria-labelledby="compare">
        <thead className={css.head}>
          <tr>
            <th scope="col" className={css.corner}>
              <span className="hidden-text">Feature</span>
            </th>
            {planIds.map((id) => (
              <th key={id} scope="col">
                {planName(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.map((group) => (
            <Fragment key={group.title}>
              <tr className={css.group}>
                <th scope="row" colSpan={5}>
                  {group.title}
                </th>
              </tr>
              {group.rows.map(({ feature, values }) => (
                <tr key={feature}>
                  <th scope="row">{feature}</th>
                  {planIds.map((id) => (
                    <Value key={id} value={values[id]} />
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A mark drawn by the style sheet, because 50 icons would double the size of the table. */
function Value({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return <td>{value}</td>;
  return (
    <td className={value ? css.yes : css.no}>
      <span className="hidden-text">{value ? 'Included' : 'Not included'}</span>
    </td>
  );
}
