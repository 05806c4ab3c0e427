import type { CustomerTexts, FailureTexts, FormTexts, PaymentTexts } from '../areas/card-form.ts'

export const formTexts: FormTexts = {
  cardForm: 'Datele cardului',
  labels: {
    number: 'Numărul cardului',
    expiry: 'Expiră (LL/AA)',
    cvv: 'Cod de securitate',
    holderName: 'Numele de pe card',
    holderEmail: 'Adresa de e-mail',
  },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'LL / AA', cvv: 'CVV' },
  optional: 'opțional',
  expires: 'Expiră',
  expired: 'A expirat',
  errors: {
    number_required: 'Introduceți numărul cardului.',
    number_incomplete: 'Numărul cardului este prea scurt.',
    number_invalid: 'Verificați numărul cardului.',
    brand_not_accepted: 'Acest tip de card nu este acceptat.',
    expiry_required: 'Introduceți data expirării.',
    expiry_incomplete: 'Introduceți LL / AA, ex. 05 / 30.',
    expiry_month_invalid: 'Introduceți o lună de la 01 la 12.',
    expiry_past: 'Acest card a expirat.',
    cvv_required: 'Introduceți codul de securitate.',
    cvv_incomplete: 'Codul este prea scurt.',
    cvv_invalid: 'Verificați codul de securitate.',
    holder_name_required: 'Introduceți numele așa cum apare pe card.',
    holder_name_invalid: 'Introduceți numele, nu numărul cardului.',
    holder_email_required: 'Introduceți adresa de e-mail.',
    holder_email_invalid: 'Introduceți o adresă de e-mail, de ex. nume@example.com.',
  },
  saveCard: 'Salvați cardul pentru cumpărăturile viitoare',
  checkFields: 'Verificați câmpurile marcate',
  offline: 'Nu aveți conexiune la internet. Datele introduse se păstrează.',
  stillWorking: 'Plata este încă în curs. Nu plătiți din nou și nu închideți pagina.',
}

export const failureTexts: FailureTexts = {
  network_error: 'Serviciul de plată nu a putut fi contactat. Verificați conexiunea și încercați din nou.',
  outcome_unknown: 'Plata nu a putut fi confirmată. Întrebați magazinul înainte de a plăti din nou.',
  session_not_found: 'Această plată nu mai este disponibilă. Reluați din magazin.',
  session_expired: 'Sesiunea a expirat. Începeți din nou din magazin.',
  session_finished: 'Această plată s-a încheiat. Întrebați magazinul înainte de a plăti din nou.',
  payment_in_progress: 'Plata este încă în curs de procesare. Vă rugăm să așteptați.',
  amount_changed:
    'Comanda s-a modificat. Suma de plată este acum {amount}. Verificați-o, apoi plătiți din nou.',
  request_refused: 'Plata nu a putut fi inițiată. Verificați datele introduse.',
  too_many_requests: 'Prea multe încercări. Așteptați un minut, apoi încercați din nou.',
  service_unavailable:
    'Serviciul de plată nu este disponibil momentan. Încercați din nou peste câteva momente.',
  insecure_context: 'Plata cu cardul necesită o conexiune securizată (https).',
}

export const paymentTexts: PaymentTexts = {
  bankPage: 'Pagina băncii dumneavoastră',
  waiting: 'Un moment…',
  challengeTitle: 'Confirmați la banca dvs.',
  close: 'Închideți',
  closesSoon: 'Mai aveți două minute pentru confirmare.',
  cancelQuestion: 'Anulați această plată?',
  cancelExplanation: 'Banca nu a confirmat-o încă.',
  cancelPayment: 'Anulați plata',
  continuePayment: 'Continuați plata',
  stillWorking: 'Plata este încă în curs. Nu plătiți din nou și nu închideți pagina.',
  problems: 'Probleme cu această pagină?',
  bankIsSlow: 'Pagina băncii se încarcă lent.',
  connectionLost: 'Nu aveți conexiune la internet.',
  connectionBack: 'Conexiunea a fost restabilită.',
  bankIsLost: 'Pagina băncii nu a putut fi încărcată.',
  reloadBank: 'Reîncărcați pagina băncii',
  cancel: 'Anulați',
  inProgress: 'Plata este în curs',
  elsewhere: 'Plata este încă în curs. Confirmați-o acolo unde ați început-o sau anulați-o.',
  serviceIsSilent: 'Serviciul de plată nu răspunde. Încercați din nou.',
  notCanceled: 'Plata nu a putut fi anulată și este încă în curs.',
}

export const customerTexts: CustomerTexts = {
  members: {
    firstName: 'Prenume',
    lastName: 'Nume',
    address: 'Adresă',
    city: 'Oraș',
    postalCode: 'Cod poștal',
    country: 'Țară',
    phone: 'Telefon',
    email: 'Adresă de e-mail',
  },
  rules: {
    phone: 'începeți cu + și prefixul țării, de ex. +38761234567.',
    email: 'introduceți o adresă precum nume@example.com.',
    country: 'introduceți două litere, de ex. BA.',
    other: 'valoarea nu a fost acceptată. Scurtați-o sau renunțați la caracterele speciale.',
  },
}
