import { Notification } from 'electron';

/** Keeps each notification until it ends, because one that is garbage-collected no longer reacts to a click. */
const openNotifications = new Set<Notification>();
const MAX_OPEN = 50;

/** `opens` names what a click shows. Systems with buttons in notifications show it as one. */
export function showNotification(title: string, body: string, onClick: () => void, opens?: string): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({
    title,
    body,
    ...(opens && { actions: [{ type: 'button', text: opens }] }),
  });
  const forget = () => void openNotifications.delete(notification);
  const open = () => {
    forget();
    onClick();
  };
  notification.on('click', open);
  notification.on('action', open);
  notification.on('close', forget);
  notification.on('failed', forget);
  openNotifications.add(notification);
  const [oldest] = openNotifications;
  if (openNotifications.size > MAX_OPEN && oldest) openNotifications.delete(oldest);
  notification.show();
}
