import { expect, it } from 'vitest';
import { matchCommands } from '#ui/kit/overlays/palette-match.ts';
import { places } from './admin-nav.ts';
import { placeOf } from './place-of.ts';
import { settingsScreens } from './settings.ts';

it('leads to a screen that the same role may open', () => {
  for (const { to, permission } of settingsScreens) {
    const [pathname, search = ''] = to.split('?');
    const place = places.find(({ id }) => id === placeOf(pathname!, search))!;
    // An analyst sees the schedules of topics and may not change them.
    expect(place.permission.split('.')[0], to).toBe(permission.split('.')[0]);
  }
});

it.each([
  ['session timeout', 'Session timeout'],
  ['2fa', 'Two-factor sign-in for admin accounts'],
  ['publisher', 'Publisher ID'],
  ['ads.txt', 'ads.txt'],
  ['per day', 'Articles per day'],
  ['watched', 'Watched folder'],
  ['tagline', 'Short description'],
  ['legal', 'Legal entity'],
])('is found by %j', (typed, label) => {
  const commands = settingsScreens.flatMap(({ to, settings }) =>
    settings.map(([name, keywords = '']) => ({
      id: to + name,
      label: name,
      group: 'Settings',
      keywords,
      run: () => undefined,
    })),
  );
  expect(matchCommands(commands, typed)[0]?.label).toBe(label);
});
