import { Outlet } from 'react-router-dom';
import { Link } from '#ui/kit/display/Link.tsx';
import { Toaster } from '#ui/kit/overlays/Toaster.tsx';
import css from './OutsideFrame.module.css';

/** The frame of pages outside the admin panel, with a link back to it. */
export function OutsideFrame() {
  return (
    <main className={css.frame}>
      <Link to="/admin" className={css.back}>
        Back to the console
      </Link>
      <Outlet />
      <Toaster />
    </main>
  );
}
