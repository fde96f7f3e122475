/** The brand of a directory whose operator has chosen no other. */
export const DEFAULT_BRAND = 'Enamel';

/** The facts about the site and its operator that pages, emails, and files show. */
export interface SiteSettings {
  brand: string;
  description: string;
  /** The color of buttons and links, such as #0b7c80. Empty for the default colors. */
  accent: string;
  /** The address of the uploaded logo, such as /media/HASH. Empty for the drawn one. */
  logo: string;
  supportEmail: string;
  supportPhone: string;
  /** The days, the hours, and when support is closed, each on a line of its own. */
  supportHours: string;
  /** The legal entity that owns the brand. Empty if it isn't known. */
  company: string;
  /** The postal address in several lines. Empty if it isn't known. */
  address: string;
  /** Named with articles that have no other author. */
  author: string;
  /** The site's accounts on social networks. */
  socialLinks: readonly string[];
  /** The operator's own terms, and what the privacy policy says besides the facts of the product. Empty for none. */
  terms: string;
  privacy: string;
  /** The prompts of the AI writers of articles. Empty for those that come with the product. */
  writerPrompt: string;
  editorPrompt: string;
}

/** Completes the settings that the operator has chosen. */
export function completeSettings(chosen: Partial<SiteSettings>): SiteSettings {
  const { brand = DEFAULT_BRAND } = chosen;
  return {
    description: 'A trusted nationwide directory of top-rated dentists.',
    accent: '',
    logo: '',
    supportEmail: '',
    supportPhone: '',
    supportHours: 'Monday to Friday\n8:00 AM to 5:00 PM EST\nClosed Saturday and Sunday',
    company: brand === DEFAULT_BRAND ? `${DEFAULT_BRAND} Directory LLC` : '',
    address: '',
    author: `${brand} Editorial Team`,
    socialLinks: [],
    terms: '',
    privacy: '',
    writerPrompt: '',
    editorPrompt: '',
    ...chosen,
    brand,
  };
}

/** The support contacts come with `GET /api/site`, which every page carries, and the long texts with `GET /api/policies`. */
export type PageSettings = Omit<
  SiteSettings,
  'supportEmail' | 'supportPhone' | 'terms' | 'privacy' | 'writerPrompt' | 'editorPrompt'
>;

/** The settings of a page that differ from the defaults, which the browser adds. */
export function findChosenSettings(settings: PageSettings): Partial<PageSettings> {
  const {
    supportEmail: _email,
    supportPhone: _phone,
    terms: _terms,
    privacy: _privacy,
    writerPrompt: _writer,
    editorPrompt: _editor,
    ...defaults
  } = completeSettings({ brand: settings.brand });
  const names = Object.keys(defaults) as (keyof PageSettings)[];
  const isChosen = (name: keyof PageSettings) =>
    String(settings[name]) !== String(name === 'brand' ? DEFAULT_BRAND : defaults[name]);
  return Object.fromEntries(names.filter(isChosen).map((name) => [name, settings[name]]));
}

/** Several lines as a part of a sentence. */
export const inOneLine = (lines: string): string => lines.replaceAll('\n', ', ').replaceAll(', Closed', ', closed');
