import { Fragment } from 'react';
import { comparison } from '#shared/billing/plans-comparison.ts';
import { planIds, planName } from '#shared/billing/plans.ts';
import css from './Comparison.module.css';

/** On small screens the four values of a feature are below its name. Explicit roles keep it a table for screen readers. */
export function Comparison() {
  return (
    <section className={css.section} aria-labelledby="compare">
      <h2 id="compare">Compare the plans</h2>
      <table className={css.table} role="table" aria-labelledby="compare">
        <thead role="rowgroup" className={css.head}>
          <tr role="row">
            <th role="columnheader" scope="col" className={css.corner}>
              <span className="hidden-text">Feature</span>
            </th>
            {planIds.map((id) => (
              <th key={id} role="columnheader" scope="col">
                {planName(id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {comparison.map((group) => (
            <Fragment key={group.title}>
              <tr role="row" className={css.group}>
                <th role="rowheader" scope="row" colSpan={5}>
                  {group.title}
                </th>
              </tr>
              {group.rows.map(({ feature, values }) => (
                <tr role="row" key={feature}>
                  <th role="rowheader" scope="row">
                    {feature}
                  </th>
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
  if (typeof value === 'string') return <td role="cell">{value}</td>;
  return (
    <td role="cell" className={value ? css.yes : css.no}>
      <span className="hidden-text">{value ? 'Included' : 'Not included'}</span>
    </td>
  );
}
