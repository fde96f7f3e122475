import { can } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Place, PlaceGroup } from './place.ts';
import { sitePlaces } from './site-places.ts';
import { workPlaces } from './work-places.ts';

export const groups: readonly PlaceGroup[] = [...workPlaces, ...sitePlaces];
export const places = groups.flatMap((group) => group.places);

/** The id of the room that a place is in. */
export const roomOf = ({ id, room = id }: Place): string => room;

/** The places that the rail links to: the first one of each room that the role may open. */
export const doorsOf = (all: readonly Place[]): Place[] =>
  all.filter((place, index) => all.findIndex((other) => roomOf(other) === roomOf(place)) === index);

/** The navigation of a role: the places that it may open. */
export const groupsFor = (role: Role | undefined, allGroups: readonly PlaceGroup[] = groups): PlaceGroup[] =>
  allGroups
    .map((group) => ({ ...group, places: group.places.filter(({ permission }) => can(role, permission)) }))
    .filter((group) => group.places.length > 0);
