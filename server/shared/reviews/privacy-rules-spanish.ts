import type { PrivacyRule } from './privacy-rules.ts';

const noun =
  '(?:visitas?|citas?|consultas?|tratamientos?|limpiezas?|muelas?|dientes?|coronas?|sonrisas?|hij[oa]s?|niñ[oa]s?|espos[oa]|mamá|papá|familia|seguro|expediente|cuenta|facturas?|pagos?|depósito|dentadura|implantes?|ortodoncia|frenos|brackets|blanqueamiento|caso|dolor|encías?|presupuesto|radiografías?|extracción|endodoncia|cirugía|receta|historial|puente|carillas?|lealtad|preferencia|confianza)';
const word = (pattern: string): RegExp => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'iu');

/** How replies in Spanish confirm that someone is a patient. */
export const spanishRules: readonly PrivacyRule[] = [
  ['visit', word(`(?:sus?|tus?) (?:\\p{L}+ ){0,2}?${noun}`)],
  [
    'visit',
    word(
      'atender(?:l[aeo]s?|te)|(?:l[aeo]s?|te) (?:atendi\\p{L}+|vi|vimos|vio|revis\\p{L}+|trat\\p{L}+|expli\\p{L}+|cobr\\p{L}+|devol\\p{L}+|dije|dijimos|dijo|llam(?:é|ó|amos)|recibi\\p{L}+|conoc\\p{L}+|ofrec\\p{L}+|hicimos|pusimos|colocamos|sacamos|qued\\p{L}+|sigue|siga|duel\\p{L}+)',
    ),
  ],
  [
    'visit',
    word(
      '(?:usted|ustedes|tú) (?:ya |nunca |no |siempre |mism[oa] |también )*(?:\\p{L}+(?:ó|aron|ieron|aste|iste)|tuvo|fue|vino|estuvo|dijo|hizo|quiso|puso|debe|ha|había|tenía|venía)|firmó|canceló|no se presentó|llegó tarde',
    ),
  ],
  [
    'relationship',
    word(
      'gracias por (?:venir|confiar|elegir\\p{L}*|escoger\\p{L}*|visitar\\p{L}*|dejar\\p{L}*|permitir\\p{L}*|preferir\\p{L}*|la confianza|tantos años|ser (?:parte|paciente))|nos vemos|hasta (?:la|su|tu) próxima|(?:su|tu|la) próxima (?:visita|cita|limpieza)|que vuelva|volver a ver(?:l[aeo]s?|te)|a su nombre|suy[oa]s?|paciente (?:de (?:esta|nuestra|la)|nuestr[oa])|como paciente|nunca ha sido|(?:bonit[oa]|lind[oa]|bien|hermos[oa]) (?:le|te)',
    ),
  ],
  [
    'when',
    word(
      '(?:ese|aquel|el otro) día|(?:el|este|del) (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?: pasado)?(?! (?:al?|y|hasta|desde|de \\d))',
    ),
  ],
];
