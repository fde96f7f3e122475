import { Notification } from 'electron';

/** Keeps each notification until it ends, because one that is garbage-collected no longer reacts to a click. */
const openNotifications = new Set<Notification>();
const MAX_OPEN = 50;

export function showNotification(title: string, body: string, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title, body });
  const forget = () => void openNotifications.delete(notification);
  notification.on('click', () => {
    forget();
    onClick();
  });
  notification.on('close', forget);
  notification.on('failed', forget);
  openNotifications.add(notification);
  const [oldest] = openNotifications;
  if (openNotifications.size > MAX_OPEN && oldest) openNotifications.delete(oldest);
  notification.show();
}
