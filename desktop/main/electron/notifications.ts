import { Notification } from 'electron';
import type { NoticeAction } from '../host.ts';

/** Keeps each notification until it ends, because one that is garbage-collected no longer reacts to a click. */
const openNotifications = new Set<Notification>();
const MAX_OPEN = 50;

/** Systems with buttons in notifications show the actions. */
export function showNotification(
  title: string,
  body: string,
  onClick: () => void,
  actions: readonly NoticeAction[] = [],
): void {
  if (!Notification.isSupported()) return;
  const buttons = actions.map(({ label }) => ({ type: 'button' as const, text: label }));
  const notification = new Notification({ title, body, ...(buttons.length > 0 && { actions: buttons }) });
  const forget = () => void openNotifications.delete(notification);
  notification.on('click', () => {
    forget();
    onClick();
  });
  notification.on('action', ({ actionIndex }) => {
    forget();
    actions[actionIndex]?.run();
  });
  notification.on('close', forget);
  notification.on('failed', forget);
  openNotifications.add(notification);
  const [oldest] = openNotifications;
  if (openNotifications.size > MAX_OPEN && oldest) openNotifications.delete(oldest);
  notification.show();
}
