/** The brand of a directory whose operator has chosen no other. */
export const DEFAULT_BRAND = 'Enamel';

/** The facts about the site and its operator that pages, emails, and files show. */
export interface SiteSettings {
  brand: string;
  supportEmail: string;
  supportPhone: string;
  /** The site's accounts on social networks. */
  socialLinks: readonly string[];
  /** Named with articles that have no other author. */
  author: string;
}

/** Completes the settings that the operator has chosen. */
export const completeSettings = (chosen: Partial<SiteSettings>): SiteSettings => {
  const { brand = DEFAULT_BRAND } = chosen;
  return { supportEmail: '', supportPhone: '', socialLinks: [], author: `${brand} Editorial Team`, ...chosen, brand };
};
