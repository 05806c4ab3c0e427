import type { FormTexts, PaymentTexts } from './texts.ts'

export const formTexts: FormTexts = {
  cardForm: 'Kortuppgifter',
  labels: { number: 'Kortnummer', expiry: 'Giltigt till (MM/ÅÅ)', cvv: 'Säkerhetskod' },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'MM / ÅÅ', cvv: 'CVV' },
  errors: {
    number_required: 'Ange kortnumret.',
    number_incomplete: 'Kortnumret är för kort. Jämför det med ditt kort.',
    number_invalid: 'Kortnumret är inte giltigt. Kontrollera siffrorna.',
    brand_not_accepted: 'Det här kortmärket tas inte emot här. Använd ett annat kort.',
    expiry_required: 'Ange hur länge kortet gäller.',
    expiry_incomplete: 'Ange månad och år, t.ex. 05 / 30.',
    expiry_month_invalid: 'Månaden måste vara mellan 01 och 12.',
    expiry_past: 'Kortet har gått ut. Använd ett annat kort.',
    cvv_required: 'Ange säkerhetskoden.',
    cvv_incomplete: 'Ange alla siffror i koden.',
    cvv_invalid: 'Koden godtogs inte. Jämför den med ditt kort.',
  },
  checkFields: 'Kontrollera de markerade fälten.',
}

export const paymentTexts: PaymentTexts = {
  bankPage: 'Bankens sida',
  failures: {
    network_error: 'Betaltjänsten kunde inte nås. Kontrollera anslutningen och försök igen.',
    outcome_unknown: 'Betalningen kunde inte bekräftas. Fråga butiken innan du betalar igen.',
    session_not_found: 'Den här betalningen är inte längre tillgänglig. Börja om från butiken.',
    request_refused: 'Betalningen kunde inte påbörjas. Kontrollera dina uppgifter.',
    too_many_requests: 'För många försök. Vänta en minut och försök igen.',
    service_unavailable: 'Betaltjänsten har ett problem. Försök igen om en stund.',
    insecure_context: 'Kortbetalning kräver en säker anslutning (https).',
  },
  waiting: 'Ett ögonblick…',
  challengeTitle: 'Bekräfta hos din bank',
  close: 'Stäng',
  cancelQuestion: 'Vill du avbryta betalningen?',
  cancelExplanation: 'Din bank har inte bekräftat den än.',
  cancelPayment: 'Avbryt betalningen',
  continuePayment: 'Fortsätt',
}
