/** Frequent names of people that are also names of small towns or close to one. Alone, such a word is a person. */
export const peopleNames: ReadonlySet<string> = new Set(
  `aaron adams adrian alan albert alex alexander alice allen allison alvin amanda amy anderson andrea andrew angela anna anne anthony
  arthur ashley baker barbara barnes bell benjamin bennett betty bill bob brandon brenda brian brooks brown bruce bryan bryant butler
  campbell carl carlos carol carter catherine chad chang charles chavez chen cheryl chris christian christina cindy clark cole coleman
  collins cook cooper cox craig crystal curtis cruz dan daniel david davis dean debra denise dennis diana diane diaz don donald donna
  doris douglas dylan edith edward edwards elizabeth ellis emily eric erin ethan eugene evans evelyn fisher flores ford foster frances
  francis frank fred gary george gibson gloria gomez gonzalez gordon grace graham grant gray green greg griffin gupta hall hamilton
  hannah harold harris harrison harry hayes heather helen henderson henry hernandez hill holly howard hughes irene jack jackie jacob
  james jane janet janice jason jean jeff jeffrey jennifer jenkins jeremy jerry jesse jessica jim jimenez joan joe john johnson jones
  jordan jose joseph joshua joyce juan judith judy julia julie justin karen katherine kathleen keith kelly ken kenneth kevin kim king
  kumar kyle larry laura lauren lawrence lee leo leon leonard lewis linda lisa logan long lopez lori louis lucas lucy luis luke marcus
  maria marie marilyn mark marshall martha martin martinez mary mason matthew megan mendez meyer michael michelle miguel mike miller
  mitchell moore morales morgan morris murphy murray myers nancy nathan nelson ng nguyen nicholas nicole noah olivia ortega ortiz owens
  pamela park parker patel patricia patrick paul perez perry peter peterson phil philip phillips phyllis powell price rachel ralph ramirez
  ramos randy raymond rebecca reed reyes reynolds rice richard richardson rivera robert roberts robin robinson rodriguez roger rogers
  ron rose ross roy ruiz russell ruth ryan sam samuel sanchez sanders sandra sara sarah scott sean shah sharon shaw shirley simmons simpson
  singh smith sophia stephanie stephen steve steven stevens stewart stone sullivan susan taylor teresa theresa thomas thompson tim timothy
  todd tom torres tran tucker turner tyler vargas victor victoria vincent virginia walker walter wang ward warren watson wayne webb wells
  west white william williams willie wilson wong wood woods wright yang young zachary`.split(/\s+/),
);
