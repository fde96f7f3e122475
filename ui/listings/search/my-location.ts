import { findNearestZip } from '#contract/directory/search-help.ts';
import { api } from '#ui/base/platform/api.ts';

const TEN_SECONDS = 10_000;
const TEN_MINUTES = 600_000;
/** Two decimals are about a kilometer, which is enough to find the ZIP code. */
const roundPosition = (degrees: number): number => Math.round(degrees * 100) / 100;

const askBrowser = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: TEN_SECONDS, maximumAge: TEN_MINUTES }),
  );

/** Asks the browser for the position and our server for its ZIP code. An error's message is for the visitor. */
export async function findMyZip(): Promise<string> {
  const zip = await findZip().catch(() => {
    throw new Error("We couldn't get your location. Enter a city or ZIP instead.");
  });
  if (zip === null) throw new Error("We couldn't find a ZIP code near you. Enter a city or ZIP instead.");
  return zip;
}

async function findZip(): Promise<string | null> {
  const { coords } = await askBrowser();
  const body = { lat: roundPosition(coords.latitude), lng: roundPosition(coords.longitude) };
  return (await api(findNearestZip, { body })).zip;
}
