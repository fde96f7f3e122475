/** Frequent words of leaked password lists. Combined with common endings below. */
const words = `
password passw0rd passwort p@ssword p@ssw0rd pa55word welcome letmein iloveyou loveyou qwerty qwertyui qwertyuiop asdfgh asdfghjk
asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 azerty azertyui abcdef abcdefg abcdefgh abcd
abc abc123 admin administrator root toor user guest test tester testing demo default changeme change secret login master access
monkey dragon football baseball basketball soccer hockey golf tennis yankees dodgers lakers cowboys eagles steelers packers patriots
chelsea arsenal liverpool barcelona juventus rangers celtic manchester superman batman spiderman ironman pokemon pikachu naruto
starwars startrek matrix trustno sunshine princess shadow michael jordan jennifer jessica ashley amanda nicole daniel andrew joshua
matthew anthony william robert thomas charles george jasmine michelle melissa samantha stephanie elizabeth heather danielle rebecca
hunter killer ranger buster tigger ginger pepper cookie cheese banana orange chocolate butterfly flower rainbow angel angels
babygirl lovely sweety sweetheart honey darling beautiful freedom whatever computer internet samsung iphone google facebook
linkedin twitter myspace yahoo hotmail gmail microsoft windows apple android nintendo playstation minecraft fortnite mustang
corvette ferrari porsche mercedes harley yamaha suzuki honda toyota nissan summer winter spring autumn january february march
april june july august september october november december monday tuesday wednesday thursday friday saturday sunday morning
america american canada england london paris berlin texas florida california newyork chicago boston dallas houston phoenix
maggie charlie bailey buddy jackson taylor madison hannah sophie olivia emma cooper tucker lucky smokey rocky bandit diamond
silver golden purple yellow orange black blackie white green blue red happy smile friend friends family mother father brother
sister forever together jesus christ blessed heaven faith grace church music guitar piano rockstar metallica slipknot nirvana eminem
hello helloworld hiphop dancer soccer1 cheer eagle falcon tiger lion panther dolphin phoenix wolf bear horse turtle
peanut pumpkin cupcake muffin coffee pizza chicken bacon dentist dental dentistry teeth tooth smile whitening enamel doctor
hospital nurse office company business manager customer service server system oracle cisco letmein1 opensesame open sesame
nothing something anything everything gateway passpass password1234 mypassword yourpassword newpassword thepassword temppass temp
temporary pass passcode pin code welcome1 welcomehome iamadmin superuser sysadmin administrator1 supervisor ilovejesus iloveme
iloveu iloveyou2 loveme lovelove mylove fuckyou fuckme asshole bitch biteme shit pussy sexy sexybabe playboy mickey minnie
donald goofy snoopy garfield scooby simpson bulldog spartan warrior knight wizard magic merlin gandalf hobbit frodo zelda mario
luigi sonic halo gamer gaming game games winner champion victory number1 numberone unknown nobody somebody private public
zaq12wsx zaq1zaq1 !qaz2wsx 1qazxsw2 qweasd qweasdzxc asdasd qweqwe zxczxc asdf asdfasdf qwer qwerqwer qwert qwerty1 trewq poiuyt lkjhgf mnbvcxz
`
  .trim()
  .split(/\s+/);

const endings = (
  ' 0 1 2 3 4 5 6 7 8 9 00 01 02 07 10 11 12 13 21 22 23 33 42 44 55 66 69 77 88 99 007 100 111 123 222 321 333 420 456 555 666 ' +
  '777 786 789 888 911 999 000 1234 4321 12345 54321 123456 654321 1234567 12345678 123456789 1111 2222 0000 ! !! !1 1! 12! 123! 1234! @ @1 @12 @123 @1234 #1 # $ * . ? abc xyz qwe'
)
  .split(' ')
  .concat(Array.from({ length: 48 }, (_, i) => [String(1980 + i), `${1980 + i}!`, `@${1980 + i}`]).flat());

const numbers = `
12345678 123456789 1234567890 0123456789 987654321 9876543210 87654321 11111111 22222222 33333333 44444444 55555555 66666666
77777777 88888888 99999999 00000000 12341234 123123123 12121212 11223344 1122334455 112233445566 123321123 12344321 10203040 102030405060 147258369 159753456 147852369
741852963 963852741 789456123 456789123 321654987 31415926 314159265 27182818 01234567 98765432 13579246 135792468 24681012 11112222 12301230
69696969 77778888 88889999 20002000 19801980 19851985 19901990 19951995 12211221 123454321 1234554321 123412345 123456123 123456789a a123456789 a12345678 a1234567 aa123456 aa12345678 abcd1234 abcd12345 abc12345 abc123456
abc123abc 1a2b3c4d a1b2c3d4 1234abcd 12345abc 123456abc 1234qwer qwer1234 asdf1234 zxcv1234 1q2w3e4r5t6y 1qaz2wsx3edc 1qaz!qaz qwe123qwe 123qweasd 123qwe123 qweasd123 q1w2e3r4t5 q1w2e3r4t5y6 1234567q 12345678a 12345qwert 123456qwerty
`
  .trim()
  .split(/\s+/);

const undoSubstitutions = (text: string) =>
  text
    .toLowerCase()
    .replace(/[@4]/g, 'a')
    .replace(/3/g, 'e')
    .replace(/[1!]/g, 'i')
    .replace(/0/g, 'o')
    .replace(/[$5]/g, 's')
    .replace(/7/g, 't');

/** About 40,000 passwords of at least 8 characters. */
const common: ReadonlySet<string> = new Set([
  ...numbers,
  ...words
    .flatMap((word) => [...endings.map((ending) => word + ending), word + word])
    .filter((password) => password.length >= 8),
]);
const commonWithoutSubstitutions: ReadonlySet<string> = new Set(
  [...words, ...words.map((word) => word + word)].filter((password) => password.length >= 8).map(undoSubstitutions),
);

const isRepetition = (text: string) => /^(.{1,3})\1+.?$/u.test(text);
const isSequence = (text: string) => {
  const codes = Array.from(text, (letter) => letter.codePointAt(0)!);
  const step = codes[1]! - codes[0]!;
  return Math.abs(step) === 1 && codes.every((code, i) => i === 0 || step === code - codes[i - 1]!);
};

/** True for leaked passwords, repetitions, sequences of characters, and the account's own email. */
export function isCommonPassword(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  const lowerEmail = email.toLowerCase();
  return (
    common.has(lower) ||
    commonWithoutSubstitutions.has(undoSubstitutions(password)) ||
    isRepetition(lower) ||
    isSequence(lower) ||
    lower === lowerEmail ||
    lower === lowerEmail.split('@')[0]
  );
}
