import type { MethodTexts } from '../areas/methods.ts'

export const methodTexts: MethodTexts = {
  language: 'de-DE',
  methodList: 'Andere Zahlungsarten',
  kinds: {
    bank: 'Über Ihre Bank',
    wallet: 'Digitale Wallet',
    app: 'Per App',
    cash: 'Bargeld oder Gutschein',
  },
  search: 'Zahlungsart suchen',
  found: 'Gefundene Zahlungsarten: {count}',
  notFound:
    'Nichts gefunden. Prüfen Sie die Schreibweise oder leeren Sie die Suche, um alle Zahlungsarten zu sehen.',
  ended: '{name} gibt es nicht mehr.',
  instead: 'Stattdessen können Sie {names} nutzen.',
  more: 'Weitere Zahlungsarten',
  labels: {
    email: 'E-Mail-Adresse',
    first_name: 'Vorname',
    last_name: 'Nachname',
    blik_code: 'BLIK-Code',
  },
  optional: 'optional',
  blikHint: 'Sechs Ziffern aus Ihrer Banking-App. Sie können sie auch auf der nächsten Seite eingeben.',
  errors: {
    email_required: 'Geben Sie Ihre E-Mail-Adresse ein.',
    email_invalid: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
    first_name_required: 'Geben Sie Ihren Vornamen ein.',
    last_name_required: 'Geben Sie Ihren Nachnamen ein.',
    blik_code_invalid: 'Geben Sie den sechsstelligen Code aus Ihrer Banking-App ein.',
    blik_code_refused: 'Der Code wurde nicht akzeptiert. Erzeugen Sie in Ihrer Banking-App einen neuen.',
  },
  change: 'Ändern',
  confirmNext: 'Sie bestätigen die Zahlung auf der nächsten Seite.',
  proceed: 'Weiter',
  working: 'Einen Moment…',
  stillWorking: 'Die Zahlung läuft noch. Bitte nicht erneut bezahlen und diese Seite nicht schließen.',
  awayTitle: 'Ihre Zahlung ist auf einer anderen Seite geöffnet.',
  awayProceed: 'Zurück zu dieser Seite',
  awayCancel: 'Zahlung abbrechen',
  nothingOffered: 'Hier gibt es keine andere Zahlungsart.',
  noWallet: 'Die Zahlung per Wallet ist gerade nicht möglich.',
  payWith: 'Zahlen mit',
  wallet: {
    popup_blocked:
      'Ihr Browser hat das Fenster der Wallet blockiert. Erlauben Sie Pop-ups für diese Seite und versuchen Sie es erneut.',
    wallet_failed:
      'In der Wallet ist ein Fehler aufgetreten. Versuchen Sie es erneut oder bezahlen Sie auf andere Weise.',
  },
}
