import type { PaymentLinkTexts } from '../areas/payment-link.ts'

export const paymentLinkTexts: PaymentLinkTexts = {
  title: 'Zahlung',
  amountToPay: 'Zu zahlender Betrag',
  yourAmount: 'Betrag in {currency}',
  between: 'Von {min} bis {max}.',
  notAnAmount: 'Geben Sie einen Betrag ein, zum Beispiel {example}.',
  outOfRange: 'Geben Sie einen Betrag von {min} bis {max} ein.',
  begin: 'Weiter zur Zahlung',
  verify: 'Karte prüfen',
  verification: 'Kartenprüfung',
  nothingCharged: 'Es wird nichts abgebucht',
  tryAgain: 'Erneut versuchen',
  testMode: 'Testmodus – kein echtes Geld',
  language: 'Sprache',
  code: 'Fehlercode {code}',
  hindrances: {
    ended: {
      title: 'Dieser Zahlungslink ist nicht mehr gültig',
      text: 'Er ist abgelaufen oder wurde schon verwendet. Bitten Sie den Shop um einen neuen Link.',
    },
    busy: {
      title: 'Gerade bezahlt jemand',
      text: 'Über diesen Link ist nur eine begrenzte Zahl von Zahlungen möglich. Versuchen Sie es in ein paar Minuten erneut.',
    },
    unknown: {
      title: 'Diesen Zahlungslink gibt es nicht',
      text: 'Prüfen Sie, ob die Adresse vollständig ist, oder bitten Sie den Shop um einen neuen Link.',
    },
    unavailable: {
      title: 'Zahlung derzeit nicht möglich',
      text: 'Diese Zahlung ist im Moment nicht möglich. Bitte wenden Sie sich an den Shop.',
    },
  },
  returned: {
    title: 'Sie können diese Seite schließen',
    text: 'Der Shop wird über das Ergebnis Ihrer Zahlung benachrichtigt.',
  },
}
