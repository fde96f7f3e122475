import { buildXlsx } from '#server/test/files/xlsx.ts';

/** Builds a workbook in the form of the registry's deactivation report. */
export const writeDeactivationReport = (rows: [npi: string, date: string][]): Buffer =>
  buildXlsx({
    Report: [['CMS Deactivated NPI Report as of Nov 9 2026'], ['NPI', 'NPPES Deactivation Date'], ...rows],
  });
