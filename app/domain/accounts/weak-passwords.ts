/**
 * Passwords of at least eight characters from the top of lists of leaked passwords, and additions typical for Japanese
 * and racing users. In lower case, as capitals do not make them stronger.
 */
const COMMON = new Set(
  `12345678 123456789 1234567890 12345678910 123456789a 123456789q 1234567891 0123456789 0987654321 9876543210 987654321
  87654321 11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666
  77777777 88888888 99999999 12341234 123123123 123321123 11223344 1122334455 12121212 13131313 23232323 69696969
  01012011 01234567 12344321 123454321 123456123 12345687 12345679 147258369 159357456 159753456 741852963 789456123
  147852369 963852741 456789123 321654987 a1234567 a12345678 a123456789 1234567a 12345678a q1234567 aa123456 aa12345678
  ab123456 abc12345 abc123456 abc1234567 abcd1234 abcd12345 abcde123 abcdef12 1234abcd 123abc456 123456ab 12345abc
  abcdefgh abcdefghi abcdefghij abcd1234abcd aaaaaaaa aaaaaaaaaa zzzzzzzz xxxxxxxx qqqqqqqq asdfasdf asdfghjk asdfghjkl
  asdf1234 asdfqwer qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerasdf qwerasdfzxcv
  qwer1234 qwer12345 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc zaq12wsx zaq1zaq1 zxcvbnm1
  zxcvbnm123 zxcvbnmm q1w2e3r4 q1w2e3r4t5 qazwsx12 qazwsx123 qazwsxedc qazwsxedcrfv a1b2c3d4 a1s2d3f4 1a2b3c4d 1a2s3d4f
  password password1 password12 password123 password1234 password01 password2 password! passw0rd p@ssw0rd p@ssword
  pa55word passwort passpass passw0rd1 mypassword newpassword secret123 letmein1 letmein123 welcome1 welcome123 changeme
  changeme1 changeme123 default1 admin123 admin1234 admin12345 administrator adminadmin root1234 rootroot test1234
  test12345 testtest testing1 tester123 temp1234 temppass guest123 guest1234 user1234 user12345 username login123
  loginlogin qwertyqwerty internet computer samsung1 samsung123 iloveyou iloveyou1 iloveyou2 iloveu123 loveyou1 lovelove
  princess princess1 sunshine sunshine1 football football1 baseball baseball1 basketball superman superman1 batman123
  spiderman pokemon1 pokemon123 starwars starwars1 michelle michael1 jennifer jessica1 jordan23 charlie1 liverpool
  chelsea1 arsenal1 barcelona realmadrid trustno1 whatever whatever1 dragon123 dragon12 monkey123 shadow123 master123
  killer123 freedom1 babygirl babygirl1 butterfly chocolate cheese123 cookie123 pepper123 summer123 summer2024
  summer2025 summer2026 winter2024 winter2025 winter2026 spring2026 autumn2026 hello123 hello1234 helloworld
  hellohello google123 facebook facebook1 yahoo123 twitter1 instagram minecraft minecraft1 fortnite blink182 metallica
  slipknot1 nirvana1 jesuschrist godislove mustang1 ferrari1 porsche1 mercedes yamaha123 toyota123 honda123 nintendo
  nintendo1 playstation xbox3600 matrix123 maverick1 computer1 security security1 access14 fuckyou1 fuckyou123 bigdaddy
  sakura123 sakura12 sakurasaku sakurasakura doraemon doraemon1 pikachu1 pikachu123 naruto123 onepiece onepiece1
  arigatou arigato1 konnichiwa ohayougozaimasu aishiteru aishiteru1 daisuki1 daisuki123 nihonjin nippon123 japan123
  japan1234 tokyo123 tokyo1234 tokyo2020 osaka1234 kyoto1234 hokkaido okinawa1 yokohama takahashi watanabe yamamoto
  kobayashi matsumoto nakamura yoshida1 yamaguchi hiroshima kazuhiro takashi1 hiroyuki nobunaga totoro123 hanshin1
  tigers1985 giants123 carp1234 keiba123 keiba1234 keibakeiba keiba777 umauma123 sanrenpuku sanrentan umaren123
  tansho123 manbaken banushi1 arimakinen arimakinenn nihonderby tennosho derby123 derby1234 deepimpact deepimpact1
  orfevre1 oguricap kitasanblack goldship1 almondeye equinox1 silencesuzuka tokaiteio uma musume umamusume umamusume1
  hachiwaku hachiwaku1 jra12345 jrajrajra nankan123`.split(/\s+/),
);

const MIN_CHARACTERS = 8;
const MAX_CHARACTERS = 256;

/**
 * Whether guessing programs would try a password first: a common one, or the account's own address. Forms check the
 * length; here, lengths out of bounds count as weak in case a caller did not.
 */
export function isWeakPassword({ password, email }: { password: string; email: string }): boolean {
  const characters = [...password].length;
  if (characters < MIN_CHARACTERS || characters > MAX_CHARACTERS) return true;
  const lower = password.normalize("NFKC").toLowerCase();
  const [local = ""] = email.toLowerCase().split("@");
  return COMMON.has(lower) || lower === email.toLowerCase() || lower === local;
}
