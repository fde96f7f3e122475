import type { CorpusFile } from './corpus-file.ts';
import { writeTable } from './people.ts';

const every = (n: number, step: number) => n % step === 0;
const place = 'ADDRESS=address|CITY=city|STATE=state|ZIP=zipCode';

/** Files as agencies publish them: their headers, and cells of the forms that theirs have. */
export const publicData: CorpusFile[] = [
  {
    title: 'an ArcGIS list of facilities with codes of its own in X, Y, ID, and TYPE',
    content: writeTable(
      'X|Y|OBJECTID|ID|NAME|ADDRESS|CITY|STATE|ZIP|ZIP4|TELEPHONE|TYPE|STATUS|POPULATION|COUNTY|COUNTYFIPS|COUNTRY|LATITUDE|LONGITUDE|NAICS_CODE|NAICS_DESC|SOURCE|SOURCEDATE|VAL_METHOD|VAL_DATE|WEBSITE|STATE_ID|ALT_NAME|ST_FIPS|OWNER|TTL_STAFF|BEDS|TRAUMA|HELIPAD',
      (p) => [
        p.lng, p.lat, p.n + 1, `000${5793230 + p.n}`, `${p.last.toUpperCase()} ${p.first.toUpperCase()} MEDICAL CENTER`, p.street.toUpperCase(),
        p.city.toUpperCase(), p.state, p.zip, 'NOT AVAILABLE', every(p.n, 4) ? 'NOT AVAILABLE' : p.phone, 'GENERAL ACUTE CARE', 'OPEN', 56 + p.n,
        'ANY', '01001', 'USA', p.lat, p.lng, 622110, 'GENERAL MEDICAL AND SURGICAL HOSPITALS', 'http://www.agency.example.gov/list.html',
        '2026/03/01 00:00:00+00', 'IMAGERY/OTHER', '2026/03/12 00:00:00+00', every(p.n, 2) ? 'NOT AVAILABLE' : `http://${p.site}`, 'NOT AVAILABLE',
        'NOT AVAILABLE', '01', 'PROPRIETARY', -999, 56, 'NOT AVAILABLE', 'N',
      ], // prettier-ignore
    ),
    fields: `NAME=name|${place}|TELEPHONE=phone|LATITUDE=lat|LONGITUDE=lng|WEBSITE=website`,
    doubtful: ['ID', 'TYPE'],
    added: 40,
    blank: { phone: 10, website: 20 },
    first: { name: 'Abbott Ann Medical Center', city: 'Boston', state: 'MA', twitterUrl: null },
  },
  {
    title: 'an ArcGIS layer whose X and Y are the only coordinates',
    content: writeTable('X|Y|FID|NAME|ADDRESS|CITY|STATE|ZIP', (p) => [
      p.lng,
      p.lat,
      p.n,
      `${p.first} ${p.last}`,
      p.street,
      p.city,
      p.state,
      p.zip,
    ]),
    fields: `X=lng|Y=lat|NAME=name|${place}`,
    added: 40,
    first: { name: 'Ann Abbott', lat: 42.3388, lng: -71.0726 },
  },
  {
    title: 'an ArcGIS layer in meters instead of degrees',
    content: writeTable('X|Y|OBJECTID|NAME|CITY|STATE|ZIP', (p) => [
      p.lng * 111_319,
      p.lat * 120_000,
      p.n,
      `${p.first} ${p.last}`,
      p.city,
      p.state,
      p.zip,
    ]),
    fields: 'NAME=name|CITY=city|STATE=state|ZIP=zipCode',
    doubtful: ['X', 'Y'],
    added: 40,
  },
  {
    title: 'health centers whose columns all begin with the same words',
    content: writeTable(
      'Health Center Number|Health Center Name|Health Center Address|Health Center City|Health Center State|Health Center ZIP Code|Health Center Telephone Number|Health Center Web Site',
      (p) => [`H80CS${p.n}`, `${p.last} Community Dental ${p.n}`, p.street, p.city, p.state, p.zip, p.digits, p.site],
    ),
    fields:
      'Health Center Name=name|Health Center Address=address|Health Center City=city|Health Center State=state|Health Center ZIP Code=zipCode|Health Center Telephone Number=phone|Health Center Web Site=website',
    added: 40,
    first: { website: 'https://www.abbott0.example.com' },
  },
  {
    title: 'service sites with abbreviated words and coordinates at the end',
    content: writeTable(
      'Site Name|Site Address|Site City|Site State Abbreviation|Site Postal Code|Site Telephone Number|Site Web Address|Operating Hours per Week|Geocoding Artifact Address Primary X Coordinate|Geocoding Artifact Address Primary Y Coordinate',
      (p) => [
        `${p.last} Clinic`,
        p.street,
        p.city,
        p.state,
        `${p.zip}-1234`,
        p.phone.replaceAll(/[()]/g, ''),
        p.site,
        40,
        p.lng,
        p.lat,
      ],
    ),
    fields:
      'Site Name=name|Site Address=address|Site City=city|Site State Abbreviation=state|Site Postal Code=zipCode|Site Telephone Number=phone|Site Web Address=website|Geocoding Artifact Address Primary X Coordinate=lng|Geocoding Artifact Address Primary Y Coordinate=lat',
    added: 40,
  },
  {
    title: 'a Socrata list of credentials with a type that is no practice type',
    content: writeTable(
      'FullCredentialCode|CredentialNumber|Type|Status|Name|Address|City|State|Zip|IssueDate|ExpirationDate',
      (p) => [
        `2.0${p.n}`,
        p.n,
        'Dentist',
        'ACTIVE',
        `${p.first} ${p.last}`,
        p.street,
        p.city,
        p.state,
        p.zip,
        '2001-05-04T00:00:00.000',
        '2027-01-31T00:00:00.000',
      ],
    ),
    fields: 'Name=name|Address=address|City=city|State=state|Zip=zipCode',
    doubtful: ['Type'],
    added: 40,
  },
  {
    title: 'a register of credentials without any place',
    content: writeTable(
      'CredentialNumber|LastName|FirstName|MiddleName|CredentialType|Status|BirthYear|FirstIssueDate|ExpirationDate|ActionTaken',
      (p) => [`DE0000${p.n}`, p.last, p.first, '', 'Dentist License', 'ACTIVE', 1970, 19980601, 20270501, 'No'],
    ),
    fields: 'LastName=lastName|FirstName=firstName|MiddleName=middleName',
    added: 40,
  },
  {
    title: 'a board’s roster with clipped words and phone numbers of seven digits',
    content: writeTable(
      'LIC_NBR|LIC_STA_CDE|LAST_NME|FIRST_NME|MIDDLE_NME|FORMER_NME|GENDER|ADDRESS1|ADDRESS2|CITY|STATE|ZIP|COUNTY|PHONE',
      (p) => [
        p.n + 9000,
        20,
        p.last.toUpperCase(),
        p.first.toUpperCase(),
        '',
        '',
        every(p.n, 2) ? 'F' : 'M',
        p.street.toUpperCase(),
        'STE 4',
        p.city.toUpperCase(),
        p.state,
        p.zip,
        'ANY',
        every(p.n, 8) ? p.digits.slice(3) : p.digits,
      ],
    ),
    fields:
      'LIC_NBR=license|LAST_NME=lastName|FIRST_NME=firstName|GENDER=gender|ADDRESS1=address|ADDRESS2=address2|CITY=city|STATE=state|ZIP=zipCode|PHONE=phone',
    added: 40,
    blank: { phone: 5 },
    first: { name: 'Ann Abbott', address: '100 Main St STE 4' },
  },
  {
    title: 'a pipe-separated extract with a mailing and a practice address',
    name: 'extract.txt',
    content: writeTable(
      'Profession Code|License Number|First Name|Last Name|Mailing Address Line 1|Mailing Address City|Mailing Address State|Mailing Address ZIPcode|Practice Location Address Line 1|Practice Location Address City|Practice Location Address State|Practice Location Address ZIPcode|Email|License Status Description',
      (p) => [
        '701',
        `DN${p.n}`,
        p.first,
        p.last,
        'PO Box 9',
        'Miami',
        'FL',
        '33101',
        p.street,
        p.city,
        p.state,
        p.zip,
        p.email,
        'CLEAR',
      ],
      { by: '|' },
    ),
    fields:
      'License Number=license|First Name=firstName|Last Name=lastName|Practice Location Address Line 1=address|Practice Location Address City=city|Practice Location Address State=state|Practice Location Address ZIPcode=zipCode|Email=email',
    added: 40,
    first: { city: 'Boston', state: 'MA', zipCode: '02118' },
  },
  {
    title: 'licenses by the state’s portal, people and companies in one file',
    content: writeTable(
      'Last Name|First Name|Middle Name|Suffix|Entity Name|Attention|Address Line 1|Address Line 2|City|State|County|Mail Zip Code|Mail Zip Code +4|License Type|Sub Category|License Number|License First Issue Date|License Expiration Date|License Status Description|Specialty|Title|Degree(s)|Link to Verification',
      (p) => [
        p.last,
        p.first,
        '',
        '',
        '',
        '',
        p.street,
        '',
        p.city,
        p.state,
        'Any',
        p.zip,
        '1234',
        'DEN',
        '',
        `DEN.0010${p.n}`,
        '06/01/1998',
        '02/28/2027',
        'Active',
        '',
        'DDS',
        '',
        `https://verify.agency.example.gov/?id=${p.n}`,
      ],
    ),
    fields:
      'Last Name=lastName|First Name=firstName|Middle Name=middleName|Address Line 1=address|Address Line 2=address2|City=city|State=state|Mail Zip Code=zipCode|License Number=license|Specialty=specialty|Title=title',
    added: 40,
  },
  {
    title: 'active licenses with a business column of letters',
    content: writeTable(
      'License Type|Description|License Number|License Status|Business|Title|First Name|Middle|Last Name|Prefix|Suffix|Business Name|BusinessDBA|Original Issue Date|City|State|Zip|County|Specialty/Qualifier|Ever Disciplined|LastModifiedDate',
      (p) => [
        'DENTAL',
        'LICENSED DENTIST',
        `019.0${p.n}`,
        'ACTIVE',
        'N',
        '',
        p.first,
        '',
        p.last,
        '',
        '',
        '',
        '',
        '05/01/2001',
        p.city,
        p.state,
        p.zip,
        'Cook',
        '',
        'N',
        '11/01/2026',
      ],
    ),
    fields:
      'License Number=license|License Status=licenseStatus|First Name=firstName|Middle=middleName|Last Name=lastName|Title=title|Business Name=practice|City=city|State=state|Zip=zipCode',
    doubtful: ['Description'],
    added: 40,
  },
  {
    title: 'an extract of the NPI registry without its taxonomy columns',
    content: writeTable(
      'NPI|Entity Type Code|Provider Last Name (Legal Name)|Provider First Name|Provider Business Practice Location Address City Name|Provider Business Practice Location Address State Name|Provider Business Practice Location Address Postal Code',
      (p) => [p.npi, 1, p.last, p.first, p.city, p.state, p.zip],
    ),
    says: /taxonomy/i,
  },
  {
    title: 'clinicians of a payer’s public file with clipped headers',
    content: writeTable(
      'NPI|Ind_PAC_ID|Ind_enrl_ID|Provider Last Name|Provider First Name|Provider Middle Name|suff|gndr|Cred|pri_spec|Facility Name|adr_ln_1|adr_ln_2|City/Town|State|ZIP Code|Telephone Number',
      (p) => [
        p.npi,
        7517003643,
        `I2004${p.n}`,
        p.last,
        p.first,
        '',
        '',
        'F',
        'DDS',
        'ORAL SURGERY',
        `${p.last} Dental`,
        p.street,
        '',
        p.city,
        p.state,
        p.zip,
        p.digits,
      ],
    ),
    fields:
      'NPI=npi|Provider Last Name=lastName|Provider First Name=firstName|Provider Middle Name=middleName|gndr=gender|Cred=title|pri_spec=specialty|Facility Name=practice|adr_ln_1=address|City/Town=city|State=state|ZIP Code=zipCode|Telephone Number=phone',
    added: 40,
    first: { specialty: 'ORAL SURGERY' },
  },
  {
    title: 'a federal list of facilities without people',
    content: writeTable(
      'Facility ID|Facility Name|Address|City/Town|State|ZIP Code|County/Parish|Telephone Number|Hospital Type|Emergency Services',
      (p) => [
        10001 + p.n,
        `${p.last} HEALTH CENTER`,
        p.street,
        p.city,
        p.state,
        p.zip,
        'ANY',
        p.phone,
        'Acute Care Hospitals',
        every(p.n, 2) ? 'Yes' : 'No',
      ],
    ),
    fields:
      'Facility Name=name|Address=address|City/Town=city|State=state|ZIP Code=zipCode|Telephone Number=phone|Emergency Services=emergencyServices',
    added: 40,
  },
  {
    title: 'a Socrata location column of three lines',
    content: writeTable('Practice Name|Phone|Location 1', (p) => [
      `${p.last} Dental ${p.n}`,
      p.phone,
      `${p.street}\n${p.city}, ${p.state} ${p.zip}\n(${p.lat}, ${p.lng})`,
    ]),
    fields: 'Practice Name=name|Phone=phone|Location 1=fullAddress',
    added: 40,
    first: { address: '100 Main St', city: 'Boston', zipCode: '02118', lat: 42.3388 },
  },
  {
    title: 'a CKAN table with a point in well-known text',
    content: writeTable('_id|name|street_address|city|state|zip|the_geom', (p) => [
      p.n,
      `${p.first} ${p.last}`,
      p.street,
      p.city,
      p.state,
      p.zip,
      `POINT (${p.lng} ${p.lat})`,
    ]),
    fields: 'name=name|street_address=address|city=city|state=state|zip=zipCode|the_geom=point',
    doubtful: ['_id'],
    added: 40,
    first: { lat: 42.3388, lng: -71.0726 },
  },
  {
    title: 'an OpenStreetMap table with a house number of its own',
    name: 'overpass.csv',
    content: writeTable('@id|@lat|@lon|name|addr:housenumber|addr:street|addr:city|addr:state|addr:postcode|phone|website|opening_hours', (p) => [
      4_000_000_000 + p.n, p.lat, p.lng, `${p.last} Dental`, 100 + p.n, p.street.replace(/^\d+ /, ''), p.city, p.state, p.zip, `+1-${p.digits}`, `https://${p.site}`, 'Mo-Fr 08:00-17:00',
    ], { by: '\t' }), // prettier-ignore
    fields:
      '@lat=lat|@lon=lng|name=name|addr:housenumber=houseNumber|addr:street=address|addr:city=city|addr:state=state|addr:postcode=zipCode|phone=phone|website=website|opening_hours=weekHours',
    doubtful: ['@id'],
    added: 40,
    first: { address: '100 Main St', mondayHours: '08:00-17:00' },
  },
  {
    title: 'a scraped Google list with a dictionary of hours',
    content: writeTable('name|site|type|phone|full_address|city|us_state|postal_code|latitude|longitude|rating|reviews|working_hours|place_id', (p) => [
      `${p.last} Dental`, `https://${p.site}/?utm_source=g`, 'Dentist', `+1 ${p.phone}`, `${p.street}, ${p.city}, ${p.state} ${p.zip}`, p.city, p.stateName, p.zip, p.lat, p.lng, 4.7, 12 + p.n, '{"Monday": "9AM-5PM", "Sunday": "Closed"}', `ChIJ${p.n}`,
    ]), // prettier-ignore
    fields:
      'name=name|site=website|phone=phone|full_address=fullAddress|city=city|us_state=state|postal_code=zipCode|latitude=lat|longitude=lng|rating=rating|reviews=reviewCount|working_hours=weekHours|place_id=placeId',
    added: 40,
  },
  {
    title: 'a Google Business Profile export',
    content: writeTable('Store code|Business name|Address line 1|Address line 2|Locality|Administrative area|Postal code|Primary phone|Additional phones|Website|Primary category|Monday hours|Special hours|From the business', (p) => [
      `S${p.n}`, `${p.last} Dental`, p.street, '', p.city, p.state, p.zip, p.phone, '', `https://${p.site}`, 'Dentist', '8:00 AM-5:00 PM', '2026-12-25: x', '',
    ]), // prettier-ignore
    fields:
      'Business name=name|Address line 1=address|Address line 2=address2|Locality=city|Administrative area=state|Postal code=zipCode|Primary phone=phone|Website=website|Primary category=specialty|Monday hours=mondayHours|Special hours=holidayHours|From the business=bio',
    added: 40,
  },
  {
    title: 'places with dotted headers and lists in brackets',
    content: writeTable('id|names.primary|categories.primary|confidence|websites|phones|addresses.freeform|addresses.locality|addresses.region|addresses.postcode', (p) => [
      `08f2a${p.n}`, `${p.last} Dental ${p.n}`, 'dentist', 0.97, `["https://${p.site}"]`, `["+1${p.digits}"]`, p.street, p.city, p.state, p.zip,
    ]), // prettier-ignore
    fields:
      'names.primary=name|websites=website|phones=phone|addresses.freeform=address|addresses.locality=city|addresses.region=state|addresses.postcode=zipCode',
    doubtful: ['id'],
    added: 40,
    first: { phone: '(617) 555-1000' },
  },
  {
    title: 'a payer’s file for children’s coverage with clipped words',
    content: writeTable('Prov_ID|First_Nm|M_I_Nm|Last_Nm|Grp_Prac_Nm|License_Num|Phone_Num|Website|Ofc_Addr1|Ofc_Addr2|Ofc_City|Ofc_State|Ofc_Zip|Spec|Lang1|Accpt_NP', (p) => [
      p.n, p.first, '', p.last, `${p.last} Group`, p.n, p.digits, p.site, p.street, '', p.city, p.state, p.zip, 'General', 'Spanish', 'Y',
    ]), // prettier-ignore
    fields:
      'First_Nm=firstName|Last_Nm=lastName|Grp_Prac_Nm=practice|License_Num=license|Phone_Num=phone|Website=website|Ofc_Addr1=address|Ofc_City=city|Ofc_State=state|Ofc_Zip=zipCode|Spec=specialty|Lang1=languages|Accpt_NP=acceptsNewPatients',
    added: 40,
  },
];
