import type { MethodTexts } from '../areas/methods.ts'

export const methodTexts: MethodTexts = {
  language: 'bs-BA',
  methodList: 'Drugi načini plaćanja',
  kinds: {
    bank: 'Banka',
    wallet: 'Novčanik',
    app: 'Aplikacija',
    cash: 'Gotovina ili vaučer',
  },
  search: 'Pretražite načine plaćanja',
  found: 'Pronađeno načina plaćanja: {count}',
  notFound: 'Ništa nije pronađeno. Provjerite pisanje ili obrišite pretragu da vidite sve načine plaćanja.',
  ended: 'Način plaćanja {name} više ne postoji.',
  instead: 'Umjesto toga možete koristiti: {names}.',
  more: 'Još načina plaćanja',
  labels: {
    email: 'E-mail',
    first_name: 'Ime',
    last_name: 'Prezime',
    blik_code: 'BLIK kod',
  },
  optional: 'nije obavezno',
  blikHint: 'Šest cifara iz aplikacije vaše banke. Možete ih unijeti i na sljedećoj stranici.',
  errors: {
    email_required: 'Unesite e-mail adresu.',
    email_invalid: 'Unesite e-mail adresu, npr. ime@example.com.',
    first_name_required: 'Unesite ime.',
    last_name_required: 'Unesite prezime.',
    blik_code_invalid: 'Unesite šestocifreni kod iz aplikacije vaše banke.',
  },
  change: 'Promijenite',
  confirmNext: 'Plaćanje potvrđujete na sljedećoj stranici.',
  proceed: 'Nastavite',
  working: 'Trenutak…',
  stillWorking: 'Plaćanje je još u toku. Nemojte ponovo plaćati niti zatvarati ovu stranicu.',
  awayTitle: 'Vaše plaćanje je otvoreno na drugoj stranici.',
  awayProceed: 'Vratite se na tu stranicu',
  awayCancel: 'Otkažite plaćanje',
  nothingOffered: 'Ovdje nema drugog načina plaćanja.',
  noWallet: 'Plaćanje novčanikom trenutno nije moguće.',
  payWith: 'Platite putem',
  wallet: {
    popup_blocked:
      'Preglednik je blokirao prozor novčanika. Dozvolite skočne prozore za ovu stranicu i pokušajte ponovo.',
    wallet_failed: 'Došlo je do greške u novčaniku. Pokušajte ponovo ili platite na drugi način.',
  },
}
