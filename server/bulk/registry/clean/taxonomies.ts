/** The specialty of each dental taxonomy, in the words that the directory uses. */
const specialties: Record<string, string> = {
  '122300000X': 'General Dentistry',
  '1223D0001X': 'Dental Public Health',
  '1223D0004X': 'Dental Anesthesiology',
  '1223E0200X': 'Endodontics',
  '1223G0001X': 'General Dentistry',
  '1223P0106X': 'Oral Pathology',
  '1223P0221X': 'Pediatric Dentistry',
  '1223P0300X': 'Periodontics',
  '1223P0700X': 'Prosthodontics',
  '1223S0112X': 'Oral Surgery',
  '1223X0008X': 'Oral Radiology',
  '1223X0400X': 'Orthodontics',
  '1223X2210X': 'Orofacial Pain',
  '125Q00000X': 'Oral Medicine',
};

export const DENTAL_CLINIC = '261QD0000X';

/** Dentists and oral medicine. A new dental specialty gets its own code that begins with 1223. */
export const isDentist = (code: string): boolean => /^(?:1223[A-Z0-9]{5}X|125Q[A-Z0-9]{5}X)$/.test(code);

export const findSpecialty = (code: string): string => specialties[code] ?? 'General Dentistry';
