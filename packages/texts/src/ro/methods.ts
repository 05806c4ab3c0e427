import type { MethodTexts } from '../areas/methods.ts'

export const methodTexts: MethodTexts = {
  language: 'ro-RO',
  methodList: 'Alte metode de plată',
  kinds: {
    bank: 'Prin bancă',
    wallet: 'Portofel electronic',
    app: 'Aplicație',
    cash: 'Numerar sau voucher',
  },
  search: 'Căutați o metodă de plată',
  found: 'Metode de plată găsite: {count}',
  notFound:
    'Nu s-a găsit nimic. Verificați scrierea sau ștergeți căutarea pentru a vedea toate metodele de plată.',
  ended: 'Metoda de plată {name} nu mai există.',
  instead: 'În schimb puteți folosi: {names}.',
  more: 'Mai multe metode de plată',
  labels: {
    email: 'E-mail',
    first_name: 'Prenume',
    last_name: 'Nume',
    blik_code: 'Cod BLIK',
  },
  optional: 'opțional',
  blikHint: 'Șase cifre din aplicația băncii. Le puteți introduce și pe pagina următoare.',
  errors: {
    email_required: 'Introduceți adresa de e-mail.',
    email_invalid: 'Introduceți o adresă de e-mail, de ex. nume@example.com.',
    first_name_required: 'Introduceți prenumele.',
    last_name_required: 'Introduceți numele.',
    blik_code_invalid: 'Introduceți codul de șase cifre din aplicația băncii.',
    blik_code_refused: 'Codul nu a fost acceptat. Generați unul nou în aplicația băncii.',
  },
  change: 'Modificați',
  confirmNext: 'Confirmați plata pe pagina următoare.',
  proceed: 'Continuați',
  working: 'Un moment…',
  stillWorking: 'Plata este încă în curs. Nu plătiți din nou și nu închideți pagina.',
  awayTitle: 'Plata este deschisă pe altă pagină.',
  awayProceed: 'Înapoi la acea pagină',
  awayCancel: 'Anulați plata',
  nothingOffered: 'Aici nu există altă metodă de plată.',
  noWallet: 'Plata cu portofelul electronic nu este disponibilă momentan.',
  payWith: 'Plătiți cu',
  wallet: {
    popup_blocked:
      'Browserul a blocat fereastra portofelului. Permiteți ferestrele pop-up pentru această pagină și încercați din nou.',
    wallet_failed: 'A apărut o eroare la portofel. Încercați din nou sau plătiți altfel.',
  },
}
