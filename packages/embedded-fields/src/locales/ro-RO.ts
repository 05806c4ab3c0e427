import type { FormTexts, PaymentTexts } from './texts.ts'

export const formTexts: FormTexts = {
  cardForm: 'Datele cardului',
  labels: { number: 'Numărul cardului', expiry: 'Data expirării (LL/AA)', cvv: 'Cod de securitate' },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'LL / AA', cvv: 'CVV' },
  errors: {
    number_required: 'Introduceți numărul cardului.',
    number_incomplete: 'Numărul cardului este prea scurt. Comparați-l cu cel de pe card.',
    number_invalid: 'Acest număr de card nu este valid. Verificați cifrele.',
    brand_not_accepted: 'Acest tip de card nu este acceptat aici. Folosiți alt card.',
    expiry_required: 'Introduceți data expirării.',
    expiry_incomplete: 'Introduceți luna și anul, de ex. 05 / 30.',
    expiry_month_invalid: 'Luna trebuie să fie între 01 și 12.',
    expiry_past: 'Acest card a expirat. Folosiți alt card.',
    cvv_required: 'Introduceți codul de securitate.',
    cvv_incomplete: 'Introduceți toate cifrele codului.',
    cvv_invalid: 'Codul nu a fost acceptat. Comparați-l cu cel de pe card.',
  },
  checkFields: 'Verificați câmpurile marcate.',
}

export const paymentTexts: PaymentTexts = {
  bankPage: 'Pagina băncii dumneavoastră',
  failures: {
    network_error: 'Serviciul de plată nu a putut fi contactat. Verificați conexiunea și încercați din nou.',
    outcome_unknown: 'Plata nu a putut fi confirmată. Verificați cu magazinul înainte de a plăti din nou.',
    session_not_found: 'Această plată nu mai este disponibilă. Reluați din magazin.',
    request_refused: 'Plata nu a putut fi inițiată. Verificați datele introduse.',
    too_many_requests: 'Prea multe încercări. Așteptați un minut, apoi încercați din nou.',
    service_unavailable: 'Serviciul de plată are o problemă. Încercați din nou peste câteva momente.',
    insecure_context: 'Plata cu cardul necesită o conexiune securizată (https).',
  },
  waiting: 'Un moment…',
  challengeTitle: 'Confirmați la banca dumneavoastră',
  close: 'Închideți',
  cancelQuestion: 'Anulați această plată?',
  cancelExplanation: 'Banca nu a confirmat-o încă.',
  cancelPayment: 'Anulați plata',
  continuePayment: 'Continuați',
}
