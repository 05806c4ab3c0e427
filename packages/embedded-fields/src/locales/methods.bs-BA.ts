import type { MethodTexts } from './method-texts.ts'

export const methodTexts: MethodTexts = {
  methodList: 'Drugi načini plaćanja',
  names: {
    payment_open_banking: 'Bankovni račun',
    payment_upi: 'UPI',
    payment_wallets: 'Novčanik',
    payment_bank_transfer: 'Bankovna uplata',
    payment_qr_code: 'QR kod',
  },
  redirects: {
    wallet: 'Plaćanje novčanikom',
    bank: 'Internet bankarstvo',
    scheme: 'Plaćanje preko banke',
    voucher: 'Prepaid vaučer',
    service: 'Servis za plaćanje',
  },
  more: 'Još načina plaćanja',
  labels: {
    email: 'E-mail',
    first_name: 'Ime',
    last_name: 'Prezime',
    blik_code: 'BLIK kod',
  },
  optional: 'nije obavezno',
  blikHint: 'Šest cifara iz aplikacije vaše banke. Možete ih unijeti i na sljedećoj stranici.',
  errors: {
    email_required: 'Unesite e-mail adresu.',
    email_invalid: 'Provjerite e-mail adresu; treba izgledati kao ime@primjer.ba.',
    first_name_required: 'Unesite ime.',
    last_name_required: 'Unesite prezime.',
    blik_code_invalid: 'BLIK kod ima šest cifara.',
  },
  proceed: 'Nastavi',
  working: 'Trenutak…',
  awayTitle: 'Vaše plaćanje čeka na drugoj stranici.',
  awayProceed: 'Vrati se na tu stranicu',
  awayCancel: 'Otkaži plaćanje',
  nothingOffered: 'Ovdje nema drugog načina plaćanja.',
  payWith: 'Plati putem',
  wallet: {
    popup_blocked:
      'Preglednik je blokirao prozor novčanika. Dozvolite skočne prozore za ovu stranicu i pokušajte ponovo.',
    wallet_failed: 'Novčanik se ne može koristiti. Pokušajte ponovo ili platite na drugi način.',
  },
}
