import type { OutcomeTexts } from '../areas/outcomes.ts'

export const outcomeTexts: OutcomeTexts = {
  accepted: 'Zahlung erfolgreich. Vielen Dank!',
  processing: 'Ihre Zahlung wird noch bearbeitet. Bitte bezahlen Sie nicht noch einmal.',
  declined: 'Die Zahlung war nicht erfolgreich. Bitte verwenden Sie eine andere Karte oder Zahlungsart.',
  insufficientFunds:
    'Für diese Zahlung reicht die Deckung nicht aus. Bitte verwenden Sie eine andere Karte oder Zahlungsart.',
  canceled: 'Die Zahlung wurde abgebrochen. Sie können jederzeit neu beginnen.',
  timeIsOver: 'Ihre Sitzung ist abgelaufen. Bitte beginnen Sie von vorn.',
  cardExpired:
    'Diese Karte ist abgelaufen. Bitte prüfen Sie das Ablaufdatum oder verwenden Sie eine andere Karte.',
  cardDetails: 'Die Kartendaten stimmen nicht. Bitte prüfen Sie sie oder verwenden Sie eine andere Karte.',
  securityCode: 'Die Prüfnummer stimmt nicht. Bitte prüfen Sie die Nummer auf Ihrer Karte.',
  methodNotOffered: 'Diese Zahlungsart wird hier nicht angeboten. Bitte wählen Sie eine andere.',
  methodUnusable:
    'Diese Karte oder Zahlungsart kann nicht verwendet werden. Bitte wählen Sie eine andere oder fragen Sie Ihre Bank.',
  installments: 'Ratenzahlung ist hier nicht möglich. Bitte wählen Sie eine andere Zahlungsart.',
  linkInvalid: 'Dieser Zahlungslink ist nicht mehr gültig. Bitte fordern Sie im Shop einen neuen an.',
  shopCannot:
    'Der Shop kann diese Zahlung derzeit nicht annehmen. Es liegt nicht an Ihnen. Bitte wenden Sie sich an den Shop.',
  notConfirmed:
    'Ihre Bank konnte Ihre Identität nicht bestätigen. Bitte versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
  confirmationUnavailable:
    'Ihre Bank kann Zahlungen derzeit nicht bestätigen. Bitte versuchen Sie es später oder verwenden Sie eine andere Karte.',
  notAccepted: 'Diese Zahlung kann nicht angenommen werden. Bei Fragen wenden Sie sich bitte an den Shop.',
}
