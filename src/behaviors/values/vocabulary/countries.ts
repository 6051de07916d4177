/** Where the generated people and companies of a record are. */
export interface Country {
  readonly code: string;
  readonly alpha3: string;
  readonly name: string;
  readonly currency: string;
  readonly language: string;
  readonly locale: string;
  readonly timeZone: string;
  /** `#` is any digit. Numbers for fiction, where the country has such. */
  readonly phone: string;
  readonly cities: readonly City[];
}

export interface City {
  readonly name: string;
  readonly state: string;
  readonly postcode: string;
}

type CountryRow = readonly [
  codes: string,
  name: string,
  currency: string,
  locale: string,
  timeZone: string,
  phone: string,
  cities: string,
];

/** Cities as `name, state, postcode`, apart by semicolons. */
const rows: readonly CountryRow[] = [
  [
    'US USA',
    'United States',
    'USD',
    'en-US',
    'America/New_York',
    '+120255501##',
    'Boston, Massachusetts, 02108; Austin, Texas, 78701; Portland, Oregon, 97204; Denver, Colorado, 80202; Chicago, Illinois, 60602',
  ],
  [
    'GB GBR',
    'United Kingdom',
    'GBP',
    'en-GB',
    'Europe/London',
    '+447700900###',
    'London, England, EC1A 1BB; Leeds, England, LS1 4DY; Bristol, England, BS1 4ST; Edinburgh, Scotland, EH1 1BQ; Cardiff, Wales, CF10 1EP',
  ],
  [
    'DE DEU',
    'Germany',
    'EUR',
    'de-DE',
    'Europe/Berlin',
    '+493023125###',
    'Berlin, Berlin, 10115; Hamburg, Hamburg, 20095; München, Bayern, 80331; Köln, Nordrhein-Westfalen, 50667; Leipzig, Sachsen, 04109',
  ],
  [
    'FR FRA',
    'France',
    'EUR',
    'fr-FR',
    'Europe/Paris',
    '+3319900####',
    'Paris, Île-de-France, 75001; Lyon, Auvergne-Rhône-Alpes, 69002; Nantes, Pays de la Loire, 44000; Lille, Hauts-de-France, 59800',
  ],
  [
    'ES ESP',
    'Spain',
    'EUR',
    'es-ES',
    'Europe/Madrid',
    '+349100000##',
    'Madrid, Madrid, 28001; Barcelona, Cataluña, 08002; Sevilla, Andalucía, 41001; Bilbao, País Vasco, 48001',
  ],
  [
    'IT ITA',
    'Italy',
    'EUR',
    'it-IT',
    'Europe/Rome',
    '+390255500##',
    'Milano, Lombardia, 20121; Torino, Piemonte, 10121; Bologna, Emilia-Romagna, 40121; Firenze, Toscana, 50122',
  ],
  [
    'NL NLD',
    'Netherlands',
    'EUR',
    'nl-NL',
    'Europe/Amsterdam',
    '+312055500##',
    'Amsterdam, Noord-Holland, 1012 AB; Utrecht, Utrecht, 3511 CE; Rotterdam, Zuid-Holland, 3011 AD',
  ],
  [
    'CH CHE',
    'Switzerland',
    'CHF',
    'de-CH',
    'Europe/Zurich',
    '+414455500##',
    'Zürich, Zürich, 8001; Bern, Bern, 3011; Basel, Basel-Stadt, 4001; Luzern, Luzern, 6003',
  ],
  [
    'SE SWE',
    'Sweden',
    'SEK',
    'sv-SE',
    'Europe/Stockholm',
    '+468465004##',
    'Stockholm, Stockholm, 111 20; Göteborg, Västra Götaland, 411 05; Malmö, Skåne, 211 19',
  ],
  [
    'PL POL',
    'Poland',
    'PLN',
    'pl-PL',
    'Europe/Warsaw',
    '+482255500##',
    'Warszawa, Mazowieckie, 00-001; Kraków, Małopolskie, 31-005; Gdańsk, Pomorskie, 80-830',
  ],
  [
    'CA CAN',
    'Canada',
    'CAD',
    'en-CA',
    'America/Toronto',
    '+161355501##',
    'Toronto, Ontario, M5H 2N2; Ottawa, Ontario, K1P 1J1; Calgary, Alberta, T2P 2M5; Halifax, Nova Scotia, B3J 3A5',
  ],
  [
    'AU AUS',
    'Australia',
    'AUD',
    'en-AU',
    'Australia/Sydney',
    '+6125550####',
    'Sydney, New South Wales, 2000; Melbourne, Victoria, 3000; Brisbane, Queensland, 4000; Perth, Western Australia, 6000',
  ],
  [
    'JP JPN',
    'Japan',
    'JPY',
    'ja-JP',
    'Asia/Tokyo',
    '+813555500##',
    'Tokyo, Tokyo, 100-0001; Osaka, Osaka, 530-0001; Kyoto, Kyoto, 600-8001; Sapporo, Hokkaido, 060-0001',
  ],
  [
    'BR BRA',
    'Brazil',
    'BRL',
    'pt-BR',
    'America/Sao_Paulo',
    '+551155500###',
    'São Paulo, São Paulo, 01001-000; Curitiba, Paraná, 80010-000; Recife, Pernambuco, 50010-000',
  ],
];

const countries: readonly Country[] = rows.map(
  ([codes, name, currency, locale, timeZone, phone, cities]) => {
    const [code = '', alpha3 = ''] = codes.split(' ');
    return {
      code,
      alpha3,
      name,
      currency,
      language: locale.slice(0, 2),
      locale,
      timeZone,
      phone,
      cities: cities.split('; ').map((city) => {
        const [of = '', state = '', postcode = ''] = city.split(', ');
        return { name: of, state, postcode };
      }),
    };
  },
);

/** `locale` as the option has it: `en` stands for all countries, `de` for those that speak German. */
export function countriesOf(locale: string): readonly Country[] {
  const [language = '', region] = locale.split('_');
  if (language === 'en' && region === undefined) return countries;
  const spoken = countries.filter((one) => one.language === language);
  const own = spoken.filter(({ code }) => code === region);
  if (own.length > 0) return own;
  const [first] = spoken;
  return region === undefined && first ? [first] : spoken.length > 0 ? spoken : countries;
}
