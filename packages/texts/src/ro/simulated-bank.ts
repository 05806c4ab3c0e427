import type { BankTexts } from '../areas/simulated-bank.ts'

export const bankTexts: BankTexts = {
  language: 'Limbă',
  title: 'Confirmați plata',
  additionalTitle: 'Confirmați încă o dată',
  shop: 'Magazin',
  amount: 'Sumă',
  card: 'Card',
  passwordLabel: 'Parolă de unică folosință',
  keepSecret: 'Nu spuneți nimănui această parolă, nici măcar băncii.',
  submit: 'Trimiteți',
  cancel: 'Anulați',
  errorPrefix: 'Eroare: ',
  passwordEmpty: 'Introduceți parola de unică folosință.',
  passwordWrong: {
    1: 'Parolă greșită. Mai aveți o încercare.',
    2: 'Parolă greșită. Mai aveți două încercări.',
  },
  hints: 'Parole pentru acest test',
  noMessage: 'Nu se trimite niciun mesaj: această bancă este o simulare.',
  anyPassword: 'Acest test se încheie la fel, orice ați scrie.',
  meanings: {
    Y: 'confirmă plata',
    N: 'refuză plata',
    R: 'respinge plata',
    U: 'banca nu este disponibilă',
    A: 'încercarea este înregistrată',
    C: 'cere încă o confirmare',
  },
  endings: {
    confirmed: 'Plata a fost confirmată',
    refused: 'Plata nu a fost confirmată',
    unavailable: 'Banca nu poate confirma plata acum',
    more: 'Încă un pas',
    canceled: 'Plata a fost anulată',
    failed: 'A apărut o eroare la bancă',
    locked: 'Prea multe parole greșite',
  },
  returning: 'Vă ducem înapoi la magazin…',
  proceed: 'Continuați',
  silentTitle: 'Nu va veni niciun răspuns',
  silentText:
    'Acest test imită o bancă ce nu răspunde niciodată. Magazinul încetează să aștepte după zece minute.',
  unreadableTitle: 'Pagina nu poate fi afișată',
  unreadableText:
    'Cererea către bancă este incompletă sau prea veche. Întoarceți-vă la magazin și începeți din nou.',
}
