import type { PaymentLinkTexts } from '../areas/payment-link.ts'

export const paymentLinkTexts: PaymentLinkTexts = {
  title: 'Plaćanje',
  amountToPay: 'Iznos za plaćanje',
  yourAmount: 'Iznos u {currency}',
  between: 'Od {min} do {max}.',
  notAnAmount: 'Unesite iznos, na primjer {example}.',
  outOfRange: 'Unesite iznos od {min} do {max}.',
  begin: 'Nastavite na plaćanje',
  verify: 'Provjerite karticu',
  verification: 'Provjera kartice',
  nothingCharged: 'Ništa se ne naplaćuje',
  tryAgain: 'Pokušajte ponovo',
  testMode: 'Testni režim – bez pravog novca',
  language: 'Jezik',
  code: 'Kod {code}',
  hindrances: {
    ended: {
      title: 'Ovaj link za plaćanje više ne važi',
      text: 'Istekao je ili je već iskorišten. Zatražite od prodavnice novi link.',
    },
    busy: {
      title: 'Neko upravo plaća',
      text: 'Ovaj link dozvoljava ograničen broj plaćanja. Pokušajte ponovo za nekoliko minuta.',
    },
    unknown: {
      title: 'Ovaj link za plaćanje ne postoji',
      text: 'Provjerite da li je adresa potpuna ili zatražite od prodavnice novi link.',
    },
    unavailable: {
      title: 'Plaćanje trenutno nije moguće',
      text: 'Ovo plaćanje trenutno se ne može izvršiti. Obratite se prodavnici.',
    },
  },
  returned: {
    title: 'Možete zatvoriti ovu stranicu',
    text: 'Prodavnica će biti obaviještena o ishodu vašeg plaćanja.',
  },
}
