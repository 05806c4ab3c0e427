import type { CustomerTexts, FailureTexts, FormTexts, PaymentTexts } from '../areas/card-form.ts'

export const formTexts: FormTexts = {
  cardForm: 'Kortuppgifter',
  labels: {
    number: 'Kortnummer',
    expiry: 'Går ut (MM/ÅÅ)',
    cvv: 'Säkerhetskod',
    holderName: 'Namn på kortet',
    holderEmail: 'E-postadress',
  },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'MM / ÅÅ', cvv: 'CVC' },
  optional: 'valfritt',
  expires: 'Går ut',
  expired: 'Gick ut',
  errors: {
    number_required: 'Ange kortnumret.',
    number_incomplete: 'Kortnumret är för kort.',
    number_invalid: 'Kontrollera kortnumret.',
    brand_not_accepted: 'Kortmärket tas inte emot här.',
    expiry_required: 'Ange utgångsdatum.',
    expiry_incomplete: 'Ange MM / ÅÅ, t.ex. 05 / 30.',
    expiry_month_invalid: 'Ange en månad från 01 till 12.',
    expiry_past: 'Kortet har gått ut.',
    cvv_required: 'Ange säkerhetskoden.',
    cvv_incomplete: 'Säkerhetskoden är för kort.',
    cvv_invalid: 'Kontrollera säkerhetskoden.',
    holder_name_required: 'Ange namnet som det står på kortet.',
    holder_name_invalid: 'Ange namnet, inte kortnumret.',
    holder_email_required: 'Ange din e-postadress.',
    holder_email_invalid: 'Ange en e-postadress, t.ex. namn@example.com.',
  },
  saveCard: 'Spara kortet för framtida köp',
  checkFields: 'Kontrollera de markerade fälten',
  offline: 'Du är offline. Det du har fyllt i finns kvar.',
}

export const failureTexts: FailureTexts = {
  network_error: 'Betaltjänsten kunde inte nås. Kontrollera anslutningen och försök igen.',
  outcome_unknown: 'Betalningen kunde inte bekräftas. Fråga butiken innan du betalar igen.',
  session_not_found: 'Den här betalningen är inte längre tillgänglig. Börja om från butiken.',
  session_expired: 'Din session har gått ut. Börja om från butiken.',
  session_finished: 'Betalningen är avslutad. Fråga butiken innan du betalar igen.',
  payment_in_progress: 'Din betalning behandlas fortfarande. Vänta lite.',
  payment_link_in_use: 'Någon annan betalar med den här länken just nu. Försök igen om några minuter.',
  amount_changed:
    'Beställningen har ändrats. Beloppet att betala är nu {amount}. Kontrollera det och betala sedan igen.',
  request_refused: 'Betalningen kunde inte påbörjas. Kontrollera dina uppgifter.',
  too_many_requests: 'För många försök. Vänta en minut och försök igen.',
  service_unavailable: 'Betaltjänsten är inte tillgänglig just nu. Försök igen om en stund.',
  insecure_context: 'Kortbetalning kräver en säker anslutning (https).',
}

export const paymentTexts: PaymentTexts = {
  bankPage: 'Bankens sida',
  waiting: 'Ett ögonblick…',
  challengeTitle: 'Bekräfta hos din bank',
  close: 'Stäng',
  closesSoon: 'Du har två minuter kvar på dig att bekräfta.',
  cancelQuestion: 'Vill du avbryta betalningen?',
  cancelExplanation: 'Din bank har inte bekräftat den än.',
  cancelPayment: 'Avbryt betalningen',
  continuePayment: 'Fortsätt betala',
  afterwards: 'Sedan återvänder du till butiken.',
  bankIsSlow: 'Bankens sida laddas långsamt.',
  connectionLost: 'Du är offline.',
  connectionBack: 'Anslutningen är tillbaka.',
  bankIsLost: 'Bankens sida kunde inte laddas.',
  reloadBank: 'Ladda bankens sida igen',
  cancel: 'Avbryt',
  elsewhere: 'Betalningen pågår fortfarande. Bekräfta den där du började eller avbryt den.',
  serviceIsSilent: 'Betaltjänsten svarar inte. Försök igen.',
  notCanceled: 'Betalningen kunde inte avbrytas och pågår fortfarande.',
}

export const customerTexts: CustomerTexts = {
  members: {
    firstName: 'Förnamn',
    lastName: 'Efternamn',
    address: 'Adress',
    city: 'Ort',
    postalCode: 'Postnummer',
    country: 'Land',
    phone: 'Telefon',
    email: 'E-postadress',
  },
  rules: {
    phone: 'börja med + och landsnumret, t.ex. +38761234567.',
    email: 'ange en adress som namn@example.com.',
    country: 'ange två bokstäver, t.ex. BA.',
    other: 'uppgiften godtogs inte. Korta den eller ta bort specialtecken.',
  },
}
