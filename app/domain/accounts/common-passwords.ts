/**
 * Passwords of at least eight characters from lists of leaked passwords and from Japanese and racing users, in lower
 * case. Most are stored as a word and an ending, which takes a tenth of the space.
 */

export const COMMON_PASSWORDS =
  `12345678910 123456789a 123456789q 1234567891 0987654321 9876543210 987654321 87654321 123321123 11223344 1122334455
  112233445566 123454321 12344321 123456123 12345687 12345679 147258369 159357456 159753456 741852963 789456123 147852369 963852741
  456789123 321654987 123654789 789456123 147896325 987456321 159357258 741258963 123789456 963258741 102030405060 10203040 12131415
  a1234567 a12345678 a123456789 a1234567890 1234567a 12345678a 1234567890a q1234567 q12345678 z1234567 aa123456 aa12345678 ab123456
  abc12345 abc123456 abc1234567 abc123abc abc123456789 abcd1234 abcd12345 abcd123456 abcde123 abcde12345 abcdef12 abcdef123 1234abcd
  12345abc 123456ab 123456abc 123abc456 123qweasd 123qwe123 123qwe456 123456qwe 12345qwert 1234qwer qwe123456 qwe12345 qwer1234
  qwer12345 qwert123 qwert1234 qwert12345 qwerty11 asd12345 asd123456 asdf1234 asdf12345 asdasd123 asdqwe123 qweasd123 qweasdzxc
  qweqwe123 zxc12345 zxc123456 zxcv1234 zxcvbn123 zxcvbnm1 zxcvbnm12 zxcvbnm123 zxcvbnmm asdfghjk1 asdfghjkl1 asdfqwer qwerasdf
  qwerasdfzxcv asdfzxcv qazxsw2 1qazxsw2 1qazxsw23edc zaq12wsx zaq1xsw2 zaq1zaq1 xsw2zaq1 cde3xsw2 qazwsx12 qazwsx123 qazwsx1234
  wsxedc123 1q2w3e4r5t 1q2w3e4r! 1qaz@wsx !qaz2wsx 1qaz!qaz q1w2e3r4 a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a1s2d3f4g5 1a2b3c4d 1a2b3c4d5e
  1a2s3d4f z1x2c3v4 aaaa1111 aaa111bbb abab1212 p@ssw0rd p@ssword p@ssw0rd1 p@ssw0rd123 pa55word pa$$word pa$$w0rd passw0rd!
  passpass1 letmein! iloveyou! ily12345 trustno1 access14 blink182 abcdefg1 abcdefg123 xxxxxx12 rush2112 ncc1701d ncc1701e
  matrix01 thx1138a 8675309a zxcasdqwe 7777777a 11111111a 1111aaaa 0000aaaa admin@123 root@123 test@123 pass@123 pass@word1
  password@123 welcome@123 india@123 qwerty@123 changeme! tigers1985 carp1984 giants1934 keiba777 jra12345 jrajrajra sanrentan
  sanrenpuku umaumauma wide1000 aishiteru1 daisuki39 arigato39 thankyou39 39393939 46494649 yoroshiku4649 11922960 19641010
  20201010 hokkaido1 110110110 119119119 117117117 0120117117 5963gokuro 8888hachi 01012011 abcd1234abcd passw0rd passw0rd1
  temppass jordan23 xbox3600 fuckyou1 fuckyou123 ohayougozaimasu nankan123 arimakinenn`.split(/\s+/);

/** First parts of the other passwords. */
export const COMMON_WORDS =
  `password passwort passwd pass passcode mypassword newpassword secret login letmein welcome changeme default admin
  administrator root test tester testing temp guest user username master access system server network computer internet windows
  microsoft google facebook twitter instagram youtube amazon yahoo hotmail gmail linkedin netflix iphone android samsung nokia motorola
  sony toshiba panasonic nintendo playstation pokemon pikachu mario zelda sonic minecraft fortnite roblox warcraft starcraft counter
  diablo callofduty matrix starwars startrek skywalker yoda vader batman superman spiderman ironman avengers wolverine hulk joker
  hello hellokitty helloworld iloveyou iloveu loveyou lovely loveme love lovelove forever babygirl babyboy baby angel angels princess
  prince queen king sunshine sunny summer winter spring autumn january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday flower flowers butterfly rainbow diamond crystal
  chocolate cookie cookies cheese banana orange apple cherry strawberry peanut pepper ginger sugar honey candy coffee pizza chicken
  football soccer baseball basketball hockey tennis golf golfer runner cowboy cowboys yankees lakers steelers eagles packers patriots
  raiders redsox rangers giants dodgers barcelona realmadrid liverpool chelsea arsenal juventus manchester united ronaldo messi
  beckham jordan michael michelle jennifer jessica ashley amanda nicole daniel david robert william thomas charles charlie george
  andrew anthony matthew joshua christian christopher alexander alexandra alexis samantha stephanie elizabeth victoria patrick
  richard joseph jonathan nicholas brandon justin austin hunter tyler taylor jackson johnson martin harley mustang ferrari porsche
  mercedes corvette camaro toyota honda yamaha suzuki kawasaki subaru nissan mazda daytona racing racecar dragon dragonball tiger
  tigers lion lions panther phoenix falcon hawk wolf monkey turtle dolphin horse ponies rabbit kitten kitty puppy doggie buster
  buddy maggie bailey sophie shadow ghost killer killers ranger warrior soldier sniper ninja samurai wizard merlin
  gandalf maverick cowgirl rockstar rocknroll metallica nirvana slipknot eminem beatles elvis guitar music dancer dancing player
  gamer gaming hacker cracker whatever nothing something anything everything trust freedom liberty america american canada
  england london paris france germany berlin italy spain mexico brazil australia sydney newyork boston chicago dallas
  texas florida california hawaii asdf asdfg asdfgh asdfghjkl qwer qwert qwerty qwertyui qwertyuiop zxcv zxcvb zxcvbn zxcvbnm qazwsx
  qazwsxedc qaz1qaz asdasd qweqwe qweasd abc abcd abcde abcdef abcdefg abcdefgh aaa aaaa aaaaaa xxx xxxx jesus jesuschrist christ
  godislove blessed faith grace heaven church bible family friends friend mother father brother sister daddy mommy money million
  dollar lucky winner success happy smile peace dream dreamer star stars moonlight moon galaxy universe planet ocean beach
  island mountain river forest nature silver golden gold platinum black white green purple yellow blue scarlet
  sakura sakurasaku doraemon nobita naruto sasuke onepiece luffy zoro goku vegeta gundam evangelion totoro ghibli conan anpanman
  kitty hellokitty snoopy disney mickey minnie stitch arigato arigatou konnichiwa konbanwa ohayou ohayo sayonara aishiteru daisuki
  suki sukisuki tanoshii ureshii kawaii kakkoii ganbare ganbaru ganbarou baka bakabaka nihon nihonjin nippon japan japanese tokyo
  osaka kyoto nagoya yokohama kobe sapporo fukuoka hiroshima sendai hokkaido okinawa shibuya shinjuku akihabara fujisan fuji yamato
  tanaka suzuki satou sato takahashi watanabe itou ito yamamoto nakamura kobayashi katou kato yoshida yamada sasaki yamaguchi
  matsumoto inoue kimura hayashi shimizu saitou saito yamazaki mori abe ikeda hashimoto ishikawa ogawa okada hasegawa fujita
  gotou goto kondou murakami endou aoki sakamoto fujii nishimura fukuda oota miura okamoto matsuda nakajima nakano harada
  taro tarou hanako takashi hiroshi kenji kenta daisuke shouta shota takuya tatsuya yuuki yuki yuuta yuuto haruka haruto hiroki
  kazuki kazuya masato makoto naoki ryouta ryota satoshi shinji tomoya tsubasa yamato akiko asuka ayaka chihiro emiko kaori
  keiko megumi mayumi misaki miyuki nanami natsumi sayaka tomoko yoshiko yumiko yuriko hikari hikaru sora momoko
  kenshin nobunaga hideyoshi ieyasu shinsengumi samuraijapan hanshin hanshintigers kyojin softbank hawks carp dragons swallows
  baystars marines fighters ichiro ohtani otani shohei matsui darvish antlers reds frontale gamba keiba keibakeiba uma
  umauma umasuki umamusume ouma baken manbaken manshuken tansho fukusho umaren umatan wide sanrenpuku sanrentan banushi kishu
  derby nihonderby arima arimakinen tennosho kikuka kikukasho satsuki oka okasho oaks japancup takarazuka sprinters nakayama
  hanshinkeiba kokura niigata chukyo hakodate oi funabashi urawa monbetsu sonoda takeyutaka lemaire deepimpact orfevre oguricap
  kitasanblack goldship almondeye equinox silencesuzuka tokaiteio naritabrian mejiromcqueen specialweek vodka daiwascarlet gentildonna
  contrail apapane buenavista epiphaneia lordkanaloa duramente kingkamehameha sundaysilence haruurara symboli rudolf grasswonder
  elcondorpasa agnestachyon mihonobourbon riceshower titleholder efforia doudeuce libertyisland security bigdaddy kazuhiro hiroyuki nankan hachiwaku`.split(
    /\s+/,
  );

export const COMMON_ENDINGS =
  `1 2 3 7 12 123 1234 12345 123456 01 007 11 22 21 69 77 88 99 00 111 777 1111 7777 0000 ! !! 1! 123! @123 #1 abc xyz jp
  kun chan san 1990 1995 2000 2001 2010 2015 2018 2019 2020 2021 2022 2023 2024 2025 2026`.split(/\s+/);
