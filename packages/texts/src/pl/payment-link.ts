import type { PaymentLinkTexts } from '../areas/payment-link.ts'

export const paymentLinkTexts: PaymentLinkTexts = {
  title: 'Płatność',
  amountToPay: 'Kwota do zapłaty',
  yourAmount: 'Kwota w {currency}',
  between: 'Od {min} do {max}.',
  notAnAmount: 'Proszę podać kwotę, na przykład {example}.',
  outOfRange: 'Proszę podać kwotę od {min} do {max}.',
  begin: 'Przejdź do płatności',
  verify: 'Zweryfikuj kartę',
  verification: 'Weryfikacja karty',
  nothingCharged: 'Karta nie zostanie obciążona',
  tryAgain: 'Ponów próbę',
  testMode: 'Tryb testowy – bez prawdziwych pieniędzy',
  language: 'Język',
  code: 'Kod {code}',
  hindrances: {
    ended: {
      title: 'Ten link do płatności jest już nieaktywny',
      text: 'Wygasł albo został już wykorzystany. Proszę zwrócić się do sklepu o nowy link.',
    },
    busy: {
      title: 'Ktoś właśnie płaci',
      text: 'Ten link pozwala na ograniczoną liczbę płatności. Proszę spróbować ponownie za kilka minut.',
    },
    unknown: {
      title: 'Ten link do płatności nie istnieje',
      text: 'Proszę sprawdzić, czy adres jest kompletny, albo zwrócić się do sklepu o nowy link.',
    },
    unavailable: {
      title: 'Płatność jest teraz niedostępna',
      text: 'Tej płatności nie można teraz wykonać. Proszę skontaktować się ze sklepem.',
    },
  },
  returned: { title: 'Można zamknąć tę stronę', text: 'Sklep otrzyma informację o wyniku płatności.' },
}
