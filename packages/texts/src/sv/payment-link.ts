import type { PaymentLinkTexts } from '../areas/payment-link.ts'

export const paymentLinkTexts: PaymentLinkTexts = {
  title: 'Betalning',
  amountToPay: 'Att betala',
  yourAmount: 'Belopp i {currency}',
  between: 'Från {min} till {max}.',
  notAnAmount: 'Ange ett belopp, till exempel {example}.',
  outOfRange: 'Ange ett belopp från {min} till {max}.',
  begin: 'Fortsätt till betalningen',
  verify: 'Verifiera kortet',
  verification: 'Kortverifiering',
  nothingCharged: 'Inget debiteras',
  tryAgain: 'Försök igen',
  testMode: 'Testläge – inga riktiga pengar',
  language: 'Språk',
  code: 'Kod {code}',
  hindrances: {
    ended: {
      title: 'Den här betallänken gäller inte längre',
      text: 'Den har gått ut eller redan använts. Be butiken om en ny länk.',
    },
    busy: {
      title: 'Någon betalar just nu',
      text: 'Länken tillåter bara ett begränsat antal betalningar. Försök igen om några minuter.',
    },
    unknown: {
      title: 'Den här betallänken finns inte',
      text: 'Kontrollera att adressen är fullständig, eller be butiken om en ny länk.',
    },
    unavailable: {
      title: 'Betalningen är inte tillgänglig just nu',
      text: 'Betalningen kan inte göras för tillfället. Kontakta butiken.',
    },
  },
  returned: { title: 'Du kan stänga den här sidan', text: 'Butiken får besked om hur betalningen gick.' },
}
