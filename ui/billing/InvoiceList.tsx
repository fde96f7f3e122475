import type { Invoice } from '#contract/billing/billing.ts';
import { dollars } from '#shared/billing/plans.ts';
import { Badge, type Tone } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './InvoiceList.module.css';

const statusBadges: Record<Invoice['status'], [label: string, Tone]> = {
  paid: ['Paid', 'good'],
  refunded: ['Refunded', 'neutral'],
  open: ['Due', 'warn'],
  failed: ['Failed', 'bad'],
  void: ['Void', 'neutral'],
  uncollectible: ['Unpaid', 'bad'],
};

/** The invoices of an account, newest first. */
export const InvoiceList = ({ invoices }: { invoices: readonly Invoice[] }) => (
  <ul className={css.invoices}>
    {invoices.map((invoice) => {
      const [label, tone] = statusBadges[invoice.status];
      return (
        <li key={invoice.id}>
          <div>
            <p>{invoice.description}</p>
            <p className={layout.note}>
              {formatUtcDate(invoice.date)}
              {invoice.url && (
                <>
                  {' · '}
                  <Link to={invoice.url} target="_blank">
                    Invoice <span className={css.invoice}>{invoice.number}</span>
                  </Link>
                </>
              )}
            </p>
          </div>
          <Badge tone={tone}>{label}</Badge>
          <span className={css.cents}>{dollars(invoice.cents)}</span>
        </li>
      );
    })}
  </ul>
);
