import type { FormTexts, PaymentTexts } from './texts.ts'

export const formTexts: FormTexts = {
  cardForm: 'Podaci o kartici',
  labels: { number: 'Broj kartice', expiry: 'Datum isteka (MM/GG)', cvv: 'Sigurnosni kod' },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'MM / GG', cvv: 'CVV' },
  errors: {
    number_required: 'Unesite broj kartice.',
    number_incomplete: 'Broj kartice je prekratak. Uporedite ga s karticom.',
    number_invalid: 'Ovaj broj kartice nije ispravan. Provjerite cifre.',
    brand_not_accepted: 'Ova vrsta kartice se ovdje ne prihvata. Upotrijebite drugu karticu.',
    expiry_required: 'Unesite datum isteka.',
    expiry_incomplete: 'Unesite mjesec i godinu, npr. 05 / 30.',
    expiry_month_invalid: 'Mjesec mora biti između 01 i 12.',
    expiry_past: 'Ova kartica je istekla. Upotrijebite drugu karticu.',
    cvv_required: 'Unesite sigurnosni kod.',
    cvv_incomplete: 'Unesite sve cifre koda.',
    cvv_invalid: 'Kod nije prihvaćen. Uporedite ga s karticom.',
  },
  checkFields: 'Provjerite označena polja.',
}

export const paymentTexts: PaymentTexts = {
  bankPage: 'Stranica vaše banke',
  failures: {
    network_error: 'Usluga plaćanja nije dostupna. Provjerite vezu i pokušajte ponovo.',
    outcome_unknown: 'Plaćanje nije moglo biti potvrđeno. Prije ponovnog plaćanja provjerite s trgovinom.',
    session_not_found: 'Ovo plaćanje više nije dostupno. Počnite ponovo iz trgovine.',
    request_refused: 'Plaćanje nije moglo biti pokrenuto. Provjerite svoje podatke.',
    too_many_requests: 'Previše pokušaja. Sačekajte minutu, pa pokušajte ponovo.',
    service_unavailable: 'Usluga plaćanja trenutno ima poteškoća. Pokušajte ponovo za koji trenutak.',
    insecure_context: 'Za plaćanje karticom potrebna je sigurna veza (https).',
  },
  waiting: 'Samo trenutak…',
  challengeTitle: 'Potvrdite kod svoje banke',
  close: 'Zatvori',
  cancelQuestion: 'Otkazati ovo plaćanje?',
  cancelExplanation: 'Vaša banka ga još nije potvrdila.',
  cancelPayment: 'Otkaži plaćanje',
  continuePayment: 'Nastavi',
}
