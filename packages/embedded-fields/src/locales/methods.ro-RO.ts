import type { MethodTexts } from './method-texts.ts'

export const methodTexts: MethodTexts = {
  methodList: 'Alte metode de plată',
  names: {
    payment_open_banking: 'Cont bancar',
    payment_upi: 'UPI',
    payment_wallets: 'Portofel electronic',
    payment_bank_transfer: 'Transfer bancar',
    payment_qr_code: 'Cod QR',
  },
  redirects: {
    wallet: 'Plată cu portofel electronic',
    bank: 'Transfer bancar online',
    scheme: 'Plată prin bancă',
    voucher: 'Voucher preplătit',
    service: 'Serviciu de plată',
  },
  more: 'Mai multe metode de plată',
  labels: {
    email: 'E-mail',
    first_name: 'Prenume',
    last_name: 'Nume',
    blik_code: 'Cod BLIK',
  },
  optional: 'opțional',
  blikHint: 'Șase cifre din aplicația băncii. Le poți introduce și pe pagina următoare.',
  errors: {
    email_required: 'Introdu adresa de e-mail.',
    email_invalid: 'Verifică adresa de e-mail; ar trebui să arate ca nume@exemplu.ro.',
    first_name_required: 'Introdu prenumele.',
    last_name_required: 'Introdu numele.',
    blik_code_invalid: 'Un cod BLIK are șase cifre.',
  },
  proceed: 'Continuă',
  working: 'Un moment…',
  awayTitle: 'Plata ta te așteaptă pe altă pagină.',
  awayProceed: 'Înapoi la acea pagină',
  awayCancel: 'Anulează plata',
  nothingOffered: 'Aici nu există altă metodă de plată.',
  payWith: 'Plătește cu',
  wallet: {
    popup_blocked:
      'Browserul a blocat fereastra portofelului. Permite ferestrele pop-up pentru această pagină și încearcă din nou.',
    wallet_failed: 'Portofelul nu a putut fi folosit. Încearcă din nou sau plătește altfel.',
  },
}
