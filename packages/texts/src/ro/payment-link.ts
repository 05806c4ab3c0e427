import type { PaymentLinkTexts } from '../areas/payment-link.ts'

export const paymentLinkTexts: PaymentLinkTexts = {
  title: 'Plată',
  amountToPay: 'Suma de plată',
  yourAmount: 'Suma în {currency}',
  between: 'De la {min} până la {max}.',
  notAnAmount: 'Introduceți o sumă, de exemplu {example}.',
  outOfRange: 'Introduceți o sumă de la {min} până la {max}.',
  begin: 'Continuați către plată',
  verify: 'Verificați cardul',
  verification: 'Verificarea cardului',
  nothingCharged: 'Nu se debitează nicio sumă',
  tryAgain: 'Încercați din nou',
  testMode: 'Mod de testare – fără bani reali',
  language: 'Limba',
  code: 'Cod {code}',
  hindrances: {
    ended: {
      title: 'Acest link de plată nu mai este valabil',
      text: 'A expirat sau a fost deja folosit. Cereți magazinului un link nou.',
    },
    busy: {
      title: 'Cineva plătește chiar acum',
      text: 'Acest link permite un număr limitat de plăți. Încercați din nou peste câteva minute.',
    },
    unknown: {
      title: 'Acest link de plată nu există',
      text: 'Verificați dacă adresa este completă sau cereți magazinului un link nou.',
    },
    unavailable: {
      title: 'Plata nu este disponibilă acum',
      text: 'Această plată nu poate fi efectuată momentan. Contactați magazinul.',
    },
  },
  returned: {
    title: 'Puteți închide această pagină',
    text: 'Magazinul va fi informat despre rezultatul plății.',
  },
}
