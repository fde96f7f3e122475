import { Check, Minus } from 'lucide-react';
import { Fragment } from 'react';
import { comparison } from '#contract/plans-comparison.ts';
import { planIds, planName } from '#contract/plans.ts';
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
                    <td key={id} role="cell">
                      <Value value={values[id]} />
                    </td>
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

function Value({ value }: { value: boolean | string }) {
  if (typeof value === 'string') return value;
  const Icon = value ? Check : Minus;
  return (
    <>
      <Icon className={value ? css.yes : css.no} aria-hidden="true" />
      <span className="hidden-text">{value ? 'Included' : 'Not included'}</span>
    </>
  );
}
