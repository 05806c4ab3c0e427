import type { CustomerTexts, FailureTexts, FormTexts, PaymentTexts } from '../areas/card-form.ts'

export const formTexts: FormTexts = {
  cardForm: 'Kartendaten',
  labels: {
    number: 'Kartennummer',
    expiry: 'Gültig bis (MM/JJ)',
    cvv: 'Prüfnummer',
    holderName: 'Name auf der Karte',
    holderEmail: 'E-Mail-Adresse',
  },
  placeholders: { number: '1234 1234 1234 1234', expiry: 'MM / JJ', cvv: 'CVV' },
  optional: 'optional',
  expires: 'Gültig bis',
  expired: 'Abgelaufen',
  errors: {
    number_required: 'Geben Sie die Kartennummer ein.',
    number_incomplete: 'Die Kartennummer ist zu kurz.',
    number_invalid: 'Prüfen Sie die Kartennummer.',
    brand_not_accepted: 'Diese Kartenart wird nicht angenommen.',
    expiry_required: 'Geben Sie das Ablaufdatum ein.',
    expiry_incomplete: 'Geben Sie MM / JJ ein, z. B. 05 / 30.',
    expiry_month_invalid: 'Geben Sie einen Monat von 01 bis 12 ein.',
    expiry_past: 'Die Karte ist abgelaufen.',
    cvv_required: 'Geben Sie die Prüfnummer ein.',
    cvv_incomplete: 'Die Prüfnummer ist zu kurz.',
    cvv_invalid: 'Kontrollieren Sie die Prüfnummer.',
    holder_name_required: 'Geben Sie den Namen wie auf der Karte ein.',
    holder_name_invalid: 'Geben Sie den Namen ein, nicht die Kartennummer.',
    holder_email_required: 'Geben Sie Ihre E-Mail-Adresse ein.',
    holder_email_invalid: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  },
  saveCard: 'Karte für künftige Einkäufe speichern',
  checkFields: 'Prüfen Sie die markierten Felder',
  offline: 'Sie sind offline. Ihre Eingaben bleiben erhalten.',
  stillWorking: 'Die Zahlung läuft noch. Bitte nicht erneut bezahlen und diese Seite nicht schließen.',
}

export const failureTexts: FailureTexts = {
  network_error:
    'Der Zahlungsdienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  outcome_unknown:
    'Die Zahlung konnte nicht bestätigt werden. Fragen Sie im Shop nach, bevor Sie erneut bezahlen.',
  session_not_found: 'Diese Zahlung ist nicht mehr verfügbar. Beginnen Sie im Shop von vorn.',
  session_expired: 'Ihre Sitzung ist abgelaufen. Beginnen Sie im Shop von vorn.',
  session_finished: 'Diese Zahlung ist abgeschlossen. Fragen Sie im Shop nach, bevor Sie erneut bezahlen.',
  payment_in_progress: 'Ihre Zahlung wird noch bearbeitet. Bitte warten Sie.',
  amount_changed:
    'Die Bestellung hat sich geändert. Der zu zahlende Betrag ist jetzt {amount}. Prüfen Sie ihn und bezahlen Sie dann erneut.',
  request_refused: 'Die Zahlung konnte nicht begonnen werden. Prüfen Sie Ihre Angaben.',
  too_many_requests: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann erneut.',
  service_unavailable: 'Der Zahlungsdienst ist derzeit nicht verfügbar. Versuchen Sie es in Kürze erneut.',
  insecure_context: 'Kartenzahlungen brauchen eine sichere Verbindung (https).',
}

export const paymentTexts: PaymentTexts = {
  bankPage: 'Seite Ihrer Bank',
  waiting: 'Einen Moment…',
  challengeTitle: 'Bestätigen Sie bei Ihrer Bank',
  close: 'Schließen',
  closesSoon: 'Sie haben noch zwei Minuten, um zu bestätigen.',
  cancelQuestion: 'Diese Zahlung abbrechen?',
  cancelExplanation: 'Ihre Bank hat sie noch nicht bestätigt.',
  cancelPayment: 'Zahlung abbrechen',
  continuePayment: 'Zahlung fortsetzen',
  stillWorking: 'Die Zahlung läuft noch. Bitte nicht erneut bezahlen und diese Seite nicht schließen.',
  problems: 'Probleme mit dieser Seite?',
  bankIsSlow: 'Die Seite Ihrer Bank lädt langsam.',
  connectionLost: 'Sie sind offline.',
  connectionBack: 'Die Verbindung ist wieder da.',
  bankIsLost: 'Die Seite der Bank konnte nicht geladen werden.',
  reloadBank: 'Seite der Bank neu laden',
  cancel: 'Abbrechen',
  inProgress: 'Die Zahlung läuft',
  elsewhere:
    'Die Zahlung läuft noch. Bestätigen Sie sie dort, wo Sie begonnen haben, oder brechen Sie sie ab.',
  serviceIsSilent: 'Der Zahlungsdienst antwortet nicht. Versuchen Sie es erneut.',
  notCanceled: 'Die Zahlung konnte nicht abgebrochen werden und läuft weiter.',
}

export const customerTexts: CustomerTexts = {
  members: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    address: 'Adresse',
    city: 'Ort',
    postalCode: 'Postleitzahl',
    country: 'Land',
    phone: 'Telefon',
    email: 'E-Mail-Adresse',
  },
  rules: {
    phone: 'beginnen Sie mit + und der Landesvorwahl, z. B. +38761234567.',
    email: 'geben Sie eine Adresse wie name@example.com ein.',
    country: 'geben Sie zwei Buchstaben ein, z. B. BA.',
    other: 'die Eingabe wurde nicht angenommen. Kürzen Sie sie oder lassen Sie Sonderzeichen weg.',
  },
}
