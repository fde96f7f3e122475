import { Head } from '#ui/base/page/Head.tsx';
import { AdminClaims } from './AdminClaims.tsx';
import css from './ConsoleClaims.module.css';

/** Claim review in the console. It fills the window, so that the queue, the evidence, and the document scroll on their own. */
export const ConsoleClaims = () => (
  <div className={css.page} data-fills>
    <Head title="Claim Requests" noindex />
    <h1>Claim Requests</h1>
    <AdminClaims />
  </div>
);
