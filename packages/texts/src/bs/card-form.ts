import type { CustomerTexts, FailureTexts, FormTexts, PaymentTexts } from '../areas/card-form.ts'

export const formTexts: FormTexts = {
  cardForm: 'Podaci o kartici',
  labels: {
    number: 'Broj kartice',
    expiry: 'Ističe (MM/GG)',
    cvv: 'Kontrolni broj',
    holderName: 'Ime i prezime na kartici',
    holderEmail: 'E-mail adresa',
  },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'MM / GG', cvv: 'CVV' },
  optional: 'nije obavezno',
  expires: 'Ističe',
  expired: 'Istekla',
  errors: {
    number_required: 'Unesite broj kartice.',
    number_incomplete: 'Broj kartice je prekratak.',
    number_invalid: 'Provjerite broj kartice.',
    brand_not_accepted: 'Ova vrsta kartice se ne prihvata.',
    expiry_required: 'Unesite datum isteka.',
    expiry_incomplete: 'Unesite MM / GG, npr. 05 / 30.',
    expiry_month_invalid: 'Unesite mjesec od 01 do 12.',
    expiry_past: 'Ova kartica je istekla.',
    cvv_required: 'Unesite kontrolni broj.',
    cvv_incomplete: 'Kontrolni broj je prekratak.',
    cvv_invalid: 'Provjerite kontrolni broj.',
    holder_name_required: 'Unesite ime i prezime kao na kartici.',
    holder_name_invalid: 'Unesite ime i prezime, a ne broj kartice.',
    holder_email_required: 'Unesite svoju e-mail adresu.',
    holder_email_invalid: 'Unesite e-mail adresu, npr. ime@example.com.',
  },
  saveCard: 'Sačuvajte karticu za buduće kupovine',
  checkFields: 'Provjerite označena polja',
  offline: 'Niste povezani s internetom. Uneseni podaci su sačuvani.',
}

export const failureTexts: FailureTexts = {
  network_error: 'Usluga plaćanja nije dostupna. Provjerite vezu i pokušajte ponovo.',
  outcome_unknown: 'Plaćanje nije bilo moguće potvrditi. Prije ponovnog plaćanja provjerite u prodavnici.',
  session_not_found: 'Ovo plaćanje više nije dostupno. Počnite ponovo iz prodavnice.',
  session_expired: 'Vaša sesija je istekla. Počnite ponovo iz prodavnice.',
  session_finished: 'Ovo plaćanje je završeno. Prije ponovnog plaćanja provjerite u prodavnici.',
  payment_in_progress: 'Vaše plaćanje se još obrađuje. Sačekajte.',
  payment_link_in_use: 'Neko drugi upravo plaća putem ovog linka. Pokušajte ponovo za nekoliko minuta.',
  amount_changed:
    'Narudžba je promijenjena. Iznos za plaćanje sada je {amount}. Provjerite ga, pa ponovo platite.',
  request_refused: 'Plaćanje nije bilo moguće pokrenuti. Provjerite svoje podatke.',
  too_many_requests: 'Previše pokušaja. Sačekajte minutu, pa pokušajte ponovo.',
  service_unavailable: 'Usluga plaćanja trenutno nije dostupna. Pokušajte ponovo za koji trenutak.',
  insecure_context: 'Za plaćanje karticom potrebna je sigurna veza (https).',
}

export const paymentTexts: PaymentTexts = {
  bankPage: 'Stranica vaše banke',
  waiting: 'Samo trenutak…',
  challengeTitle: 'Potvrdite kod svoje banke',
  close: 'Zatvorite',
  closesSoon: 'Ostale su vam još dvije minute za potvrdu.',
  cancelQuestion: 'Otkazati ovo plaćanje?',
  cancelExplanation: 'Vaša banka ga još nije potvrdila.',
  cancelPayment: 'Otkažite plaćanje',
  continuePayment: 'Nastavite plaćanje',
  afterwards: 'Nakon toga se vraćate u prodavnicu.',
  bankIsSlow: 'Stranica vaše banke se sporo učitava.',
  connectionLost: 'Niste povezani s internetom.',
  connectionBack: 'Veza je ponovo uspostavljena.',
  bankIsLost: 'Stranica banke nije se mogla učitati.',
  reloadBank: 'Ponovo učitajte stranicu banke',
  cancel: 'Otkažite',
  elsewhere: 'Plaćanje je još u toku. Potvrdite ga tamo gdje ste ga započeli ili ga otkažite.',
  serviceIsSilent: 'Usluga plaćanja ne odgovara. Pokušajte ponovo.',
  notCanceled: 'Plaćanje nije bilo moguće otkazati i još je u toku.',
}

export const customerTexts: CustomerTexts = {
  members: {
    firstName: 'Ime',
    lastName: 'Prezime',
    address: 'Adresa',
    city: 'Grad',
    postalCode: 'Poštanski broj',
    country: 'Država',
    phone: 'Telefon',
    email: 'E-mail adresa',
  },
  rules: {
    phone: 'počnite sa + i pozivnim brojem države, npr. +38761234567.',
    email: 'unesite adresu kao ime@example.com.',
    country: 'unesite dva slova, npr. BA.',
    other: 'unos nije prihvaćen. Skratite ga ili izostavite posebne znakove.',
  },
}
