import { findState } from '#shared/places/states.ts';

/** The counties whose time zone differs from the rest of their state. */
const splitStates: Record<string, { zone: string; counties: string }> = {
  FL: {
    zone: 'America/Chicago',
    counties: 'Bay,Calhoun,Escambia,Gulf,Holmes,Jackson,Okaloosa,Santa Rosa,Walton,Washington',
  },
  ID: {
    zone: 'America/Los_Angeles',
    counties: 'Benewah,Bonner,Boundary,Clearwater,Idaho,Kootenai,Latah,Lewis,Nez Perce,Shoshone',
  },
  IN: {
    zone: 'America/Chicago',
    counties: 'Gibson,Jasper,Lake,LaPorte,La Porte,Newton,Perry,Porter,Posey,Spencer,Starke,Vanderburgh,Warrick',
  },
  KS: { zone: 'America/Denver', counties: 'Greeley,Hamilton,Sherman,Wallace' },
  KY: {
    zone: 'America/Chicago',
    counties:
      'Adair,Allen,Ballard,Barren,Breckinridge,Butler,Caldwell,Calloway,Carlisle,Christian,Clinton,Crittenden,Cumberland,Daviess,Edmonson,Fulton,' +
      'Graves,Grayson,Green,Hancock,Hart,Henderson,Hickman,Hopkins,Livingston,Logan,Lyon,Marshall,McCracken,McLean,Metcalfe,Monroe,Muhlenberg,' +
      'Ohio,Russell,Simpson,Todd,Trigg,Union,Warren,Webster',
  },
  MI: { zone: 'America/Menominee', counties: 'Dickinson,Gogebic,Iron,Menominee' },
  ND: { zone: 'America/Denver', counties: 'Adams,Billings,Bowman,Dunn,Golden Valley,Grant,Hettinger,Slope,Stark' },
  NE: {
    zone: 'America/Denver',
    counties:
      'Arthur,Banner,Box Butte,Chase,Cheyenne,Dawes,Deuel,Dundy,Garden,Grant,Hooker,Keith,Kimball,Morrill,Perkins,Scotts Bluff,Sheridan,Sioux',
  },
  OR: { zone: 'America/Boise', counties: 'Malheur' },
  SD: {
    zone: 'America/Denver',
    counties:
      'Bennett,Butte,Corson,Custer,Dewey,Fall River,Haakon,Harding,Jackson,Lawrence,Meade,Oglala Lakota,Pennington,Perkins,Shannon,Ziebach',
  },
  TN: {
    zone: 'America/New_York',
    counties:
      'Anderson,Blount,Bradley,Campbell,Carter,Claiborne,Cocke,Grainger,Greene,Hamblen,Hamilton,Hancock,Hawkins,Jefferson,Johnson,Knox,Loudon,' +
      'McMinn,Meigs,Monroe,Morgan,Polk,Rhea,Roane,Scott,Sevier,Sullivan,Unicoi,Union,Washington',
  },
  TX: { zone: 'America/Denver', counties: 'El Paso,Hudspeth' },
};

const countySets = new Map(
  Object.entries(splitStates).map(([state, { zone, counties }]) => [
    state,
    { zone, counties: new Set(counties.split(',')) },
  ]),
);

export function timeZoneOf(state: string, county: string): string {
  const split = countySets.get(state);
  if (split?.counties.has(county.replace(/ (County|Parish)$/, ''))) return split.zone;
  return findState(state)?.timeZone ?? 'America/New_York';
}
