// swift-format-ignore-file

extension EmojiCatalogue {
    /// All emoji, as `script/emoji-data` wrote them. They are in a string, because the compiler would take minutes for such a long array.
    static let text = #"""
# Every emoji but components (a skin tone, a colour of hair by itself), in the order of Unicode's list. Made by script/emoji-data.
#
# A line that begins with = is a group. Others are an emoji in its fully qualified form, its name, where skin tones go, and what else it is
# called. Where tones go: + is behind the first scalar, in the place of its selector (U+FE0F); otherwise patterns with a for any tone, b for
# any tone, too, and c for one other than a. Forms that lack selectors are not written, as each of them may be lacking.
#
# source: emoji 2.16.0 (https://github.com/carpedm20/emoji), emoji-test.txt 15.0 (https://www.unicode.org/Public/emoji/)
# date: 2026-09-16
# rows: 5235
# sha256 of the rows, sorted by their scalars, with line feeds between them: f9a92fdea7453dcaaae0efd1c284a0a61c029f15fb9e31c5b3fe45efcaca9c54
#
# The licence of emoji:
#
# New BSD License
#
# Copyright (c) 2014-2026, Taehoon Kim, Kevin Wurster
# All rights reserved.
#
# Redistribution and use in source and binary forms, with or without
# modification, are permitted provided that the following conditions are met:
#
# * Redistributions of source code must retain the above copyright notice, this
#   list of conditions and the following disclaimer.
#
# * Redistributions in binary form must reproduce the above copyright notice,
#   this list of conditions and the following disclaimer in the documentation
#   and/or other materials provided with the distribution.
#
# * The names of its contributors may not be used to endorse or promote products
#   derived from this software without specific prior written permission.
#
# THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
# AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
# IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
# DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
# FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
# DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
# SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
# CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
# OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
# OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
#
# The licence of emoji-test.txt, and of what emoji has from Unicode:
#
# UNICODE LICENSE V3
#
# COPYRIGHT AND PERMISSION NOTICE
#
# Copyright © 1991-2026 Unicode, Inc.
#
# NOTICE TO USER: Carefully read the following legal agreement. BY
# DOWNLOADING, INSTALLING, COPYING OR OTHERWISE USING DATA FILES, AND/OR
# SOFTWARE, YOU UNEQUIVOCALLY ACCEPT, AND AGREE TO BE BOUND BY, ALL OF THE
# TERMS AND CONDITIONS OF THIS AGREEMENT. IF YOU DO NOT AGREE, DO NOT
# DOWNLOAD, INSTALL, COPY, DISTRIBUTE OR USE THE DATA FILES OR SOFTWARE.
#
# Permission is hereby granted, free of charge, to any person obtaining a
# copy of data files and any associated documentation (the "Data Files") or
# software and any associated documentation (the "Software") to deal in the
# Data Files or Software without restriction, including without limitation
# the rights to use, copy, modify, merge, publish, distribute, and/or sell
# copies of the Data Files or Software, and to permit persons to whom the
# Data Files or Software are furnished to do so, provided that either (a)
# this copyright and permission notice appear with all copies of the Data
# Files or Software, or (b) this copyright and permission notice appear in
# associated Documentation.
#
# THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
# KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
# MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF
# THIRD PARTY RIGHTS.
#
# IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE
# BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES,
# OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS,
# WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
# ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA
# FILES OR SOFTWARE.
#
# Except as contained in this notice, the name of a copyright holder shall
# not be used in advertising or otherwise to promote the sale, use or other
# dealings in these Data Files or Software without prior written
# authorization of the copyright holder.
=Smileys and emotion
😀	grinning face
😃	grinning face with big eyes		smiley
😄	grinning face with smiling eyes		smile
😁	beaming face with smiling eyes		grin
😆	grinning squinting face		laughing satisfied
😅	grinning face with sweat		smile
🤣	rolling on the floor laughing		rofl
😂	face with tears of joy
🙂	slightly smiling face
🙂‍↔️	head shaking horizontally
🙂‍↕️	head shaking vertically
🙃	upside-down face
🫠	melting face
😉	winking face		wink
😊	smiling face with smiling eyes		blush
😇	smiling face with halo		innocent
🥰	smiling face with hearts		three
😍	smiling face with heart-eyes
🤩	star-struck
😘	face blowing a kiss		heart kissing
😗	kissing face
☺️	smiling face		relaxed
😚	kissing face with closed eyes
😙	kissing face with smiling eyes
🥲	smiling face with tear
😋	face savoring food		yum
😛	face with tongue		stuck
😜	winking face with tongue		eye stuck
🤪	zany face
😝	squinting face with tongue		closed eyes stuck
🤑	money-mouth face
🤗	smiling face with open hands		hugging hugs
🤭	face with hand over mouth
🫢	face with open eyes and hand over mouth
🫣	face with peeking eye
🤫	shushing face
🤔	thinking face
🫡	saluting face
🤐	zipper-mouth face
🤨	face with raised eyebrow
😐	neutral face
😑	expressionless face
😶	face without mouth		no
🫥	dotted line face
😶‍🌫️	face in clouds
😏	smirking face		smirk
😒	unamused face
🙄	face with rolling eyes		roll
😬	grimacing face
😮‍💨	face exhaling
🤥	lying face
🫩	face with bags under eyes
🫨	shaking face
😌	relieved face
😔	pensive face
😪	sleepy face
🤤	drooling face
😴	sleeping face		tired
😷	face with medical mask
🤒	face with thermometer
🤕	face with head-bandage
🤢	nauseated face
🤮	face vomiting
🤧	sneezing face
🥵	hot face
🥶	cold face
🥴	woozy face
😵	face with crossed-out eyes		dizzy knocked
😵‍💫	face with spiral eyes
🫪	distorted face
🫫	cracking face
🤯	exploding head
🤠	cowboy hat face
🥳	partying face
🥸	disguised face
😎	smiling face with sunglasses
🤓	nerd face
🧐	face with monocle
😕	confused face
🫤	face with diagonal mouth
😟	worried face
🙁	slightly frowning face
☹️	frowning face		white
😮	face with open mouth
😯	hushed face
😲	astonished face
😳	flushed face
🥺	pleading face
🥹	face holding back tears
😦	frowning face with open mouth
😧	anguished face
😨	fearful face
😰	anxious face with sweat		cold
😥	sad but relieved face		disappointed
😢	crying face		cry
😭	loudly crying face		sob
😱	face screaming in fear		scream
😖	confounded face
😣	persevering face		persevere
😞	disappointed face
😓	downcast face with sweat
😩	weary face
😫	tired face
🥱	yawning face
😤	face with steam from nose		triumph
😡	enraged face		pout rage
😠	angry face
🤬	face with symbols on mouth		cursing
😈	smiling face with horns		imp
👿	angry face with horns		imp
💀	skull
☠️	skull and crossbones
💩	pile of poo		hankey poop shit
🤡	clown face
👹	ogre		japanese
👺	goblin		japanese
👻	ghost
👽	alien
👾	alien monster		invader space
🤖	robot		face
😺	grinning cat		smiley
😸	grinning cat with smiling eyes		smile
😹	cat with tears of joy
😻	smiling cat with heart-eyes
😼	cat with wry smile		smirk
😽	kissing cat
🙀	weary cat		scream
😿	crying cat		face
😾	pouting cat
🙈	see-no-evil monkey
🙉	hear-no-evil monkey
🙊	speak-no-evil monkey
💌	love letter
💘	heart with arrow		cupid
💝	heart with ribbon		gift
💖	sparkling heart
💗	growing heart		heartpulse
💓	beating heart		heartbeat
💞	revolving hearts
💕	two hearts
💟	heart decoration
❣️	heart exclamation		heavy mark ornament
💔	broken heart
❤️‍🔥	heart on fire
❤️‍🩹	mending heart
❤️	red heart
🩷	pink heart
🧡	orange heart
💛	yellow heart
💚	green heart
💙	blue heart
🩵	light blue heart
💜	purple heart
🤎	brown heart
🖤	black heart
🩶	grey heart
🤍	white heart
💋	kiss mark
💯	hundred points
💢	anger symbol
💥	collision		boom
🫯	fight cloud
💫	dizzy
💦	sweat droplets		drops
💨	dashing away		dash
🕳️	hole
💬	speech balloon
👁️‍🗨️	eye in speech bubble
🗨️	left speech bubble
🗯️	right anger bubble
💭	thought balloon
💤	ZZZ
=People and body
👋	waving hand	+	wave
🤚	raised back of hand	+
🖐️	hand with fingers splayed	+	raised
✋	raised hand	+
🖖	vulcan salute	+	between fingers hand middle part raised ring
🫱	rightwards hand	+
🫲	leftwards hand	+
🫳	palm down hand	+
🫴	palm up hand	+
🫷	leftwards pushing hand	+
🫸	rightwards pushing hand	+
🫹	leftwards thumb sign	+
🫺	rightwards thumb sign	+
👌	OK hand	+
🤌	pinched fingers	+
🤏	pinching hand	+
✌️	victory hand	+	v
🤞	crossed fingers	+
🫰	hand with index finger and thumb crossed	+
🤟	love-you gesture	+
🤘	sign of the horns	+	metal
🤙	call me hand	+
👈	backhand index pointing left	+	point
👉	backhand index pointing right	+	point
👆	backhand index pointing up	+	point
🖕	middle finger	+	extended fu hand reversed
👇	backhand index pointing down	+	point
☝️	index pointing up	+	point
🫵	index pointing at the viewer	+
👍	thumbs up	+	agree like thumbsup
👎	thumbs down	+	dislike thumbsdown
✊	raised fist	+
👊	oncoming fist	+	facepunch punch
🤛	left-facing fist	+
🤜	right-facing fist	+
👏	clapping hands	+	clap
🙌	raising hands	+	raised
🫶	heart hands	+
👐	open hands	+
🤲	palms up together	+
🤝	handshake	+ 🫱a‍🫲c
🙏	folded hands	+	pray
✍️	writing hand	+
💅	nail polish	+	care
🤳	selfie	+
💪	flexed biceps	+	muscle
🦾	mechanical arm
🦿	mechanical leg
🦵	leg	+
🦶	foot	+
👂	ear	+
🦻	ear with hearing aid	+
👃	nose	+
🧠	brain
🫀	anatomical heart
🫁	lungs
🦷	tooth
🦴	bone
👀	eyes
👁️	eye
👅	tongue
🫆	fingerprint
👄	mouth		lips
🫦	biting lip
👶	baby	+	newborn
🧒	child	+
👦	boy	+
👧	girl	+
🧑	person	+	adult
👱	person: blond hair	+	haired
👨	man	+	dad father husband
🧔	person: beard	+	bearded
🧔‍♂️	man: beard	+
🧔‍♀️	woman: beard	+
👨‍🦰	man: red hair	+	haired
👨‍🦱	man: curly hair	+	haired
👨‍🦳	man: white hair	+	haired
👨‍🦲	man: bald	+
👩	woman	+	mom mother mum wife
👩‍🦰	woman: red hair	+	haired
🧑‍🦰	person: red hair	+
👩‍🦱	woman: curly hair	+	haired
🧑‍🦱	person: curly hair	+
👩‍🦳	woman: white hair	+	haired
🧑‍🦳	person: white hair	+
👩‍🦲	woman: bald	+
🧑‍🦲	person: bald	+
👱‍♀️	woman: blond hair	+	blonde haired
👱‍♂️	man: blond hair	+	haired
🧓	older person	+	adult
👴	old man	+	grandfather grandpa older
👵	old woman	+	grandma grandmother older
🙍	person frowning	+
🙍‍♂️	man frowning	+
🙍‍♀️	woman frowning	+
🙎	person pouting	+	face
🙎‍♂️	man pouting	+
🙎‍♀️	woman pouting	+
🙅	person gesturing NO	+	good
🙅‍♂️	man gesturing NO	+	good ng
🙅‍♀️	woman gesturing NO	+	good ng
🙆	person gesturing OK	+
🙆‍♂️	man gesturing OK	+
🙆‍♀️	woman gesturing OK	+
💁	person tipping hand	+	desk information
💁‍♂️	man tipping hand	+	sassy
💁‍♀️	woman tipping hand	+	sassy
🙋	person raising hand	+
🙋‍♂️	man raising hand	+
🙋‍♀️	woman raising hand	+
🧏	deaf person	+
🧏‍♂️	deaf man	+
🧏‍♀️	deaf woman	+
🙇	person bowing	+	bow
🙇‍♂️	man bowing	+
🙇‍♀️	woman bowing	+
🤦	person facepalming	+	facepalm
🤦‍♂️	man facepalming	+
🤦‍♀️	woman facepalming	+
🤷	person shrugging	+	shrug
🤷‍♂️	man shrugging	+
🤷‍♀️	woman shrugging	+
🧑‍⚕️	health worker	+
👨‍⚕️	man health worker	+
👩‍⚕️	woman health worker	+
🧑‍🎓	student	+
👨‍🎓	man student	+
👩‍🎓	woman student	+
🧑‍🏫	teacher	+
👨‍🏫	man teacher	+
👩‍🏫	woman teacher	+
🧑‍⚖️	judge	+
👨‍⚖️	man judge	+
👩‍⚖️	woman judge	+
🧑‍🌾	farmer	+
👨‍🌾	man farmer	+
👩‍🌾	woman farmer	+
🧑‍🍳	cook	+
👨‍🍳	man cook	+
👩‍🍳	woman cook	+
🧑‍🔧	mechanic	+
👨‍🔧	man mechanic	+
👩‍🔧	woman mechanic	+
🧑‍🏭	factory worker	+
👨‍🏭	man factory worker	+
👩‍🏭	woman factory worker	+
🧑‍💼	office worker	+
👨‍💼	man office worker	+
👩‍💼	woman office worker	+
🧑‍🔬	scientist	+
👨‍🔬	man scientist	+
👩‍🔬	woman scientist	+
🧑‍💻	technologist	+
👨‍💻	man technologist	+
👩‍💻	woman technologist	+
🧑‍🎤	singer	+
👨‍🎤	man singer	+
👩‍🎤	woman singer	+
🧑‍🎨	artist	+
👨‍🎨	man artist	+
👩‍🎨	woman artist	+
🧑‍✈️	pilot	+
👨‍✈️	man pilot	+
👩‍✈️	woman pilot	+
🧑‍🚀	astronaut	+
👨‍🚀	man astronaut	+
👩‍🚀	woman astronaut	+
🧑‍🚒	firefighter	+
👨‍🚒	man firefighter	+
👩‍🚒	woman firefighter	+
👮	police officer	+	cop
👮‍♂️	man police officer	+	policeman
👮‍♀️	woman police officer	+	policewoman
🕵️	detective	+	or sleuth spy
🕵️‍♂️	man detective	+	male
🕵️‍♀️	woman detective	+	female
💂	guard	+
💂‍♂️	man guard	+	guardsman
💂‍♀️	woman guard	+	guardswoman
🥷	ninja	+
👷	construction worker	+
👷‍♂️	man construction worker	+
👷‍♀️	woman construction worker	+
🫅	person with crown	+
🤴	prince	+
👸	princess	+
👳	person wearing turban	+
👳‍♂️	man wearing turban	+
👳‍♀️	woman wearing turban	+
👲	person with skullcap	+	gua man mao pi
🧕	woman with headscarf	+
🤵	person in tuxedo	+
🤵‍♂️	man in tuxedo	+
🤵‍♀️	woman in tuxedo	+
👰	person with veil	+
👰‍♂️	man with veil	+
👰‍♀️	woman with veil	+	bride
🤰	pregnant woman	+
🫃	pregnant man	+
🫄	pregnant person	+
🤱	breast-feeding	+
👩‍🍼	woman feeding baby	+
👨‍🍼	man feeding baby	+
🧑‍🍼	person feeding baby	+
👼	baby angel	+
🎅	Santa Claus	+	xmas
🤶	Mrs. Claus	+	xmas
🧑‍🎄	mx claus	+
🦸	superhero	+
🦸‍♂️	man superhero	+
🦸‍♀️	woman superhero	+
🦹	supervillain	+
🦹‍♂️	man supervillain	+
🦹‍♀️	woman supervillain	+
🧙	mage	+
🧙‍♂️	man mage	+
🧙‍♀️	woman mage	+
🧚	fairy	+
🧚‍♂️	man fairy	+
🧚‍♀️	woman fairy	+
🧛	vampire	+
🧛‍♂️	man vampire	+
🧛‍♀️	woman vampire	+
🧜	merperson	+
🧜‍♂️	merman	+
🧜‍♀️	mermaid	+
🧝	elf	+
🧝‍♂️	man elf	+
🧝‍♀️	woman elf	+
🧞	genie
🧞‍♂️	man genie
🧞‍♀️	woman genie
🧟	zombie
🧟‍♂️	man zombie
🧟‍♀️	woman zombie
🧌	troll
🫈	hairy creature
💆	person getting massage	+
💆‍♂️	man getting massage	+
💆‍♀️	woman getting massage	+
💇	person getting haircut	+
💇‍♂️	man getting haircut	+
💇‍♀️	woman getting haircut	+
🚶	person walking	+	walk
🚶‍♂️	man walking	+
🚶‍♂️‍➡️	man walking facing right	+
🚶‍♀️	woman walking	+
🚶‍♀️‍➡️	woman walking facing right	+
🚶‍➡️	person walking facing right	+
🧍	person standing	+
🧍‍♂️	man standing	+
🧍‍♀️	woman standing	+
🧎	person kneeling	+
🧎‍♂️	man kneeling	+
🧎‍♂️‍➡️	man kneeling facing right	+
🧎‍♀️	woman kneeling	+
🧎‍♀️‍➡️	woman kneeling facing right	+
🧎‍➡️	person kneeling facing right	+
🧑‍🦯	person with white cane	+	probing
🧑‍🦯‍➡️	person with white cane facing right	+
👨‍🦯	man with white cane	+	probing
👨‍🦯‍➡️	man with white cane facing right	+
👩‍🦯	woman with white cane	+	probing
👩‍🦯‍➡️	woman with white cane facing right	+
🧑‍🦼	person in motorized wheelchair	+
🧑‍🦼‍➡️	person in motorized wheelchair facing right	+
👨‍🦼	man in motorized wheelchair	+
👨‍🦼‍➡️	man in motorized wheelchair facing right	+
👩‍🦼	woman in motorized wheelchair	+
👩‍🦼‍➡️	woman in motorized wheelchair facing right	+
🧑‍🦽	person in manual wheelchair	+
🧑‍🦽‍➡️	person in manual wheelchair facing right	+
👨‍🦽	man in manual wheelchair	+
👨‍🦽‍➡️	man in manual wheelchair facing right	+
👩‍🦽	woman in manual wheelchair	+
👩‍🦽‍➡️	woman in manual wheelchair facing right	+
🏃	person running	+	run runner
🏃‍♂️	man running	+
🏃‍♂️‍➡️	man running facing right	+
🏃‍♀️	woman running	+
🏃‍♀️‍➡️	woman running facing right	+
🏃‍➡️	person running facing right	+
💃	woman dancing	+	dance dancer
🧑‍🩰	ballet dancer	+
🕺	man dancing	+	dance
🕴️	person in suit levitating	+	business man
👯	people with bunny ears	+ 🧑a‍🐰‍🧑c	dancers
👯‍♂️	men with bunny ears	+ 👨a‍🐰‍👨c	dancing
👯‍♀️	women with bunny ears	+ 👩a‍🐰‍👩c	dancing
🧖	person in steamy room	+	sauna
🧖‍♂️	man in steamy room	+	sauna
🧖‍♀️	woman in steamy room	+	sauna
🧗	person climbing	+
🧗‍♂️	man climbing	+
🧗‍♀️	woman climbing	+
🤺	person fencing
🏇	horse racing	+
⛷️	skier
🏂	snowboarder	+
🏌️	person golfing	+	golfer
🏌️‍♂️	man golfing	+
🏌️‍♀️	woman golfing	+
🏄	person surfing	+	surfer
🏄‍♂️	man surfing	+
🏄‍♀️	woman surfing	+
🚣	person rowing boat	+	rowboat
🚣‍♂️	man rowing boat	+
🚣‍♀️	woman rowing boat	+
🏊	person swimming	+	swim swimmer
🏊‍♂️	man swimming	+
🏊‍♀️	woman swimming	+
⛹️	person bouncing ball	+
⛹️‍♂️	man bouncing ball	+	basketball
⛹️‍♀️	woman bouncing ball	+	basketball
🏋️	person lifting weights	+	lifter weight
🏋️‍♂️	man lifting weights	+	weight
🏋️‍♀️	woman lifting weights	+	weight
🚴	person biking	+	bicyclist
🚴‍♂️	man biking	+
🚴‍♀️	woman biking	+
🚵	person mountain biking	+	bicyclist
🚵‍♂️	man mountain biking	+
🚵‍♀️	woman mountain biking	+
🤸	person cartwheeling	+
🤸‍♂️	man cartwheeling	+
🤸‍♀️	woman cartwheeling	+
🤼	people wrestling	+ 🧑a‍🫯‍🧑c
🤼‍♂️	men wrestling	+ 👨a‍🫯‍👨c
🤼‍♀️	women wrestling	+ 👩a‍🫯‍👩c
🤽	person playing water polo	+
🤽‍♂️	man playing water polo	+
🤽‍♀️	woman playing water polo	+
🤾	person playing handball	+
🤾‍♂️	man playing handball	+
🤾‍♀️	woman playing handball	+
🤹	person juggling	+
🤹‍♂️	man juggling	+
🤹‍♀️	woman juggling	+
🧘	person in lotus position	+
🧘‍♂️	man in lotus position	+
🧘‍♀️	woman in lotus position	+
🛀	person taking bath	+
🛌	person in bed	+	accommodation sleep sleeping
🧑‍🤝‍🧑	people holding hands	🧑a‍🤝‍🧑b
👭	women holding hands	+ 👩a‍🤝‍👩c	two
👫	woman and man holding hands	+ 👩a‍🤝‍👨c	couple
👬	men holding hands	+ 👨a‍🤝‍👨c	two
💏	kiss	+ 🧑a‍❤️‍💋‍🧑c	couplekiss
👩‍❤️‍💋‍👨	kiss: woman, man	👩a‍❤️‍💋‍👨b	couplekiss
👨‍❤️‍💋‍👨	kiss: man, man	👨a‍❤️‍💋‍👨b	couplekiss
👩‍❤️‍💋‍👩	kiss: woman, woman	👩a‍❤️‍💋‍👩b	couplekiss
💑	couple with heart	+ 🧑a‍❤️‍🧑c
👩‍❤️‍👨	couple with heart: woman, man	👩a‍❤️‍👨b
👨‍❤️‍👨	couple with heart: man, man	👨a‍❤️‍👨b
👩‍❤️‍👩	couple with heart: woman, woman	👩a‍❤️‍👩b
👪	family
🧑‍🧑‍🧒	family: adult, adult, child
🧑‍🧑‍🧒‍🧒	family: adult, adult, child, child
🧑‍🧒	family: adult, child
🧑‍🧒‍🧒	family: adult, child, child
👨‍👩‍👦	family: man, woman, boy
👨‍👩‍👧	family: man, woman, girl
👨‍👩‍👧‍👦	family: man, woman, girl, boy
👨‍👩‍👦‍👦	family: man, woman, boy, boy
👨‍👩‍👧‍👧	family: man, woman, girl, girl
👨‍👨‍👦	family: man, man, boy
👨‍👨‍👧	family: man, man, girl
👨‍👨‍👧‍👦	family: man, man, girl, boy
👨‍👨‍👦‍👦	family: man, man, boy, boy
👨‍👨‍👧‍👧	family: man, man, girl, girl
👩‍👩‍👦	family: woman, woman, boy
👩‍👩‍👧	family: woman, woman, girl
👩‍👩‍👧‍👦	family: woman, woman, girl, boy
👩‍👩‍👦‍👦	family: woman, woman, boy, boy
👩‍👩‍👧‍👧	family: woman, woman, girl, girl
👨‍👦	family: man, boy
👨‍👦‍👦	family: man, boy, boy
👨‍👧	family: man, girl
👨‍👧‍👦	family: man, girl, boy
👨‍👧‍👧	family: man, girl, girl
👩‍👦	family: woman, boy
👩‍👦‍👦	family: woman, boy, boy
👩‍👧	family: woman, girl
👩‍👧‍👦	family: woman, girl, boy
👩‍👧‍👧	family: woman, girl, girl
🗣️	speaking head		silhouette
👤	bust in silhouette
👥	busts in silhouette
🫂	people hugging
👣	footprints
=Animals and nature
🐵	monkey face
🐒	monkey
🦍	gorilla		harambe
🦧	orangutan
🐶	dog face
🐕	dog
🦮	guide dog
🐕‍🦺	service dog
🐩	poodle
🐺	wolf
🦊	fox		face
🦝	raccoon
🐱	cat face
🐈	cat
🐈‍⬛	black cat
🦁	lion		face
🐯	tiger face
🐅	tiger
🐆	leopard
🐴	horse face
🫎	moose
🫏	donkey
🐎	horse		racehorse
🦄	unicorn		face
🦓	zebra
🦌	deer
🦬	bison
🐮	cow face
🐂	ox
🐃	water buffalo
🐄	cow
🐷	pig face
🐖	pig
🐗	boar
🐽	pig nose
🐏	ram
🐑	ewe		sheep
🐐	goat
🐪	camel		dromedary
🐫	two-hump camel
🦙	llama
🦒	giraffe
🐘	elephant
🦣	mammoth
🦏	rhinoceros
🦛	hippopotamus
🐭	mouse face
🐁	mouse
🐀	rat
🐹	hamster
🐰	rabbit face
🐇	rabbit
🐿️	chipmunk
🦫	beaver
🦔	hedgehog
🦇	bat
🐻	bear
🐻‍❄️	polar bear
🐨	koala
🐼	panda		face
🦥	sloth
🦦	otter
🦨	skunk
🦘	kangaroo
🦡	badger
🐾	paw prints		feet
🦃	turkey
🐔	chicken
🐓	rooster
🐣	hatching chick
🐤	baby chick
🐥	front-facing baby chick		hatched
🐦	bird
🐧	penguin
🕊️	dove		peace
🦅	eagle
🦆	duck
🦢	swan
🦉	owl
🦤	dodo
🪶	feather
🦩	flamingo
🦚	peacock
🦜	parrot
🪽	wing
🐦‍⬛	black bird		crow raven rook
🐦‍🔥	phoenix
🪿	goose
🐸	frog
🐊	crocodile
🐢	turtle
🦎	lizard
🐍	snake
🐲	dragon face
🐉	dragon
🦕	sauropod
🦖	T-Rex
🐳	spouting whale
🐋	whale
🫍	orca
🐬	dolphin		flipper
🦭	seal
🐟	fish
🐠	tropical fish
🐡	blowfish
🦈	shark
🐙	octopus
🐚	spiral shell
🪸	coral
🪼	jellyfish
🐌	snail
🦋	butterfly
🫌	monarch butterfly
🐛	bug
🐜	ant
🐝	honeybee		bee
🪲	beetle
🐞	lady beetle
🦗	cricket
🪳	cockroach
🕷️	spider
🕸️	spider web
🦂	scorpion
🦟	mosquito
🪰	fly
🪱	worm
🦠	microbe
💐	bouquet
🌸	cherry blossom
💮	white flower
🪷	lotus
🏵️	rosette
🌹	rose
🥀	wilted flower
🌺	hibiscus
🌻	sunflower
🌼	blossom
🌷	tulip
🪻	hyacinth
🌱	seedling
🪴	potted plant
🌲	evergreen tree
🌳	deciduous tree
🪾	leafless tree
🌴	palm tree
🌵	cactus
🌾	sheaf of rice		ear
🌿	herb
☘️	shamrock
🍀	four leaf clover
🍁	maple leaf
🍂	fallen leaf
🍃	leaf fluttering in wind		leaves
🪹	empty nest
🪺	nest with eggs
🍄	mushroom
🍄‍🟫	brown mushroom
=Food and drink
🍇	grapes
🍈	melon
🍉	watermelon
🍊	tangerine		mandarin orange
🍋	lemon
🍋‍🟩	lime
🍌	banana
🍍	pineapple
🥭	mango
🍎	red apple
🍏	green apple
🍐	pear
🍑	peach
🍒	cherries
🍓	strawberry
🫐	blueberries
🥝	kiwi fruit
🍅	tomato
🫒	olive
🥥	coconut
🥑	avocado
🍆	eggplant
🥔	potato
🥕	carrot
🌽	ear of corn
🌶️	hot pepper
🫑	bell pepper
🥒	cucumber
🫝	pickle
🥬	leafy green
🥦	broccoli
🧄	garlic
🧅	onion
🫜	root vegetable
🥜	peanuts
🫘	beans
🌰	chestnut
🫚	ginger root
🫛	pea pod
🍞	bread
🥐	croissant
🥖	baguette bread
🫓	flatbread
🥨	pretzel
🥯	bagel
🥞	pancakes
🧇	waffle
🧀	cheese wedge
🍖	meat on bone
🍗	poultry leg
🥩	cut of meat
🥓	bacon
🍔	hamburger		burger
🍟	french fries		chips
🍕	pizza
🌭	hot dog		hotdog
🥪	sandwich
🌮	taco
🌯	burrito
🫔	tamale
🥙	stuffed flatbread
🧆	falafel
🥚	egg
🍳	cooking		egg fried
🥘	shallow pan of food
🍲	pot of food		stew
🫕	fondue
🥣	bowl with spoon
🥗	green salad
🍿	popcorn
🧈	butter
🧂	salt
🥫	canned food
🍱	bento box
🍘	rice cracker
🍙	rice ball
🍚	cooked rice
🍛	curry rice
🍜	steaming bowl		ramen
🍝	spaghetti
🍠	roasted sweet potato
🍢	oden
🍣	sushi
🍤	fried shrimp
🍥	fish cake with swirl
🥮	moon cake
🍡	dango
🥟	dumpling
🥠	fortune cookie
🥡	takeout box
🦀	crab
🦞	lobster
🦐	shrimp
🦑	squid
🦪	oyster
🍦	soft ice cream		icecream
🍧	shaved ice
🍨	ice cream
🍩	doughnut
🍪	cookie
🎂	birthday cake
🍰	shortcake		cake
🧁	cupcake
🥧	pie
🍫	chocolate bar
🍬	candy
🍭	lollipop
🍮	custard
🍯	honey pot
🍼	baby bottle
🥛	glass of milk
☕	hot beverage		coffee
🫖	teapot
🍵	teacup without handle		tea
🍶	sake
🍾	bottle with popping cork		champagne
🍷	wine glass
🍸	cocktail glass
🍹	tropical drink
🍺	beer mug		pub
🍻	clinking beer mugs		beers
🥂	clinking glasses
🥃	tumbler glass
🫗	pouring liquid
🥤	cup with straw
🧋	bubble tea
🧃	beverage box
🧉	mate
🧊	ice		cube
🥢	chopsticks
🍽️	fork and knife with plate		cutlery
🍴	fork and knife
🥄	spoon
🔪	kitchen knife		hocho
🫙	jar
🏺	amphora
=Travel and places
🌍	globe showing Europe-Africa		earth
🌎	globe showing Americas		earth
🌏	globe showing Asia-Australia		earth
🌐	globe with meridians
🗺️	world map
🗾	map of Japan
🧭	compass
🏔️	snow-capped mountain
⛰️	mountain
🌋	volcano
🛘	landslide
🗻	mount fuji
🏕️	camping
🏖️	beach with umbrella
🏜️	desert
🏝️	desert island
🏞️	national park
🏟️	stadium
🏛️	classical building
🏗️	building construction
🧱	brick		bricks
🪨	rock
🪵	wood
🛖	hut
🏘️	houses		buildings house
🏚️	derelict house		building
🏠	house
🏡	house with garden
🏢	office building
🏣	Japanese post office
🏤	post office		european
🏥	hospital
🏦	bank
🏨	hotel
🏩	love hotel
🏪	convenience store
🏫	school
🏬	department store
🏭	factory
🏯	Japanese castle
🏰	castle		european
💒	wedding
🗼	Tokyo tower
🛙	lighthouse
🗽	Statue of Liberty
⛪	church
🕌	mosque
🛕	hindu temple
🕍	synagogue
⛩️	shinto shrine
🕋	kaaba
⛲	fountain
⛺	tent
🌁	foggy
🌃	night with stars
🏙️	cityscape
🌄	sunrise over mountains
🌅	sunrise
🌆	cityscape at dusk		city sunset
🌇	sunset		city sunrise
🌉	bridge at night
♨️	hot springs		hotsprings
🎠	carousel horse
🛝	playground slide
🎡	ferris wheel
🎢	roller coaster
💈	barber pole
🎪	circus tent
🚂	locomotive		steam
🚃	railway car
🚄	high-speed train		bullettrain side
🚅	bullet train		bullettrain front
🚆	train
🚇	metro
🚈	light rail
🚉	station
🚊	tram
🚝	monorail
🚞	mountain railway
🚋	tram car		train
🚌	bus
🚍	oncoming bus
🚎	trolleybus
🚐	minibus
🚑	ambulance
🚒	fire engine
🚓	police car
🚔	oncoming police car
🚕	taxi
🚖	oncoming taxi
🚗	automobile		car drive driving red
🚘	oncoming automobile
🚙	sport utility vehicle		blue car
🛻	pickup truck
🚚	delivery truck
🚛	articulated lorry
🚜	tractor
🏎️	racing car
🏍️	motorcycle		racing
🛵	motor scooter
🦽	manual wheelchair
🦼	motorized wheelchair
🛺	auto rickshaw
🚲	bicycle		bike
🛴	kick scooter
🛹	skateboard
🛼	roller skate
🚏	bus stop		busstop
🛣️	motorway
🛤️	railway track
🛢️	oil drum
⛽	fuel pump		fuelpump
🛞	wheel
🚨	police car light		rotating
🚥	horizontal traffic light
🚦	vertical traffic light
🛑	stop sign
🚧	construction
⚓	anchor
🛟	ring buoy
⛵	sailboat		boat
🛶	canoe
🚤	speedboat
🛳️	passenger ship
⛴️	ferry
🛥️	motor boat
🚢	ship
✈️	airplane
🛩️	small airplane
🛫	airplane departure		flight
🛬	airplane arrival		arriving flight
🪂	parachute
💺	seat
🚁	helicopter
🚟	suspension railway
🚠	mountain cableway
🚡	aerial tramway
🛰️	satellite		artificial
🚀	rocket
🛸	flying saucer
🛎️	bellhop bell
🧳	luggage
⌛	hourglass done
⏳	hourglass not done		flowing sand
⌚	watch
⏰	alarm clock
⏱️	stopwatch
⏲️	timer clock
🕰️	mantelpiece clock
🕛	twelve o’clock		oclock
🕧	twelve-thirty
🕐	one o’clock		oclock
🕜	one-thirty
🕑	two o’clock		oclock
🕝	two-thirty
🕒	three o’clock		oclock
🕞	three-thirty
🕓	four o’clock		oclock
🕟	four-thirty
🕔	five o’clock		oclock
🕠	five-thirty
🕕	six o’clock		oclock
🕡	six-thirty
🕖	seven o’clock		oclock
🕢	seven-thirty
🕗	eight o’clock		oclock
🕣	eight-thirty
🕘	nine o’clock		oclock
🕤	nine-thirty
🕙	ten o’clock		oclock
🕥	ten-thirty
🕚	eleven o’clock		oclock
🕦	eleven-thirty
🌑	new moon
🌒	waxing crescent moon
🌓	first quarter moon
🌔	waxing gibbous moon
🌕	full moon
🌖	waning gibbous moon
🌗	last quarter moon
🌘	waning crescent moon
🌙	crescent moon
🌚	new moon face
🌛	first quarter moon face
🌜	last quarter moon face
🌡️	thermometer
☀️	sun		sunny
🌝	full moon face
🌞	sun with face
🪐	ringed planet
⭐	star
🌟	glowing star
🌠	shooting star		stars
🌌	milky way
☁️	cloud
⛅	sun behind cloud		partly sunny
⛈️	cloud with lightning and rain		thunder
🌤️	sun behind small cloud		white
🌥️	sun behind large cloud		white
🌦️	sun behind rain cloud		white
🌧️	cloud with rain
🌨️	cloud with snow
🌩️	cloud with lightning
🌪️	tornado		cloud
🌫️	fog
🌬️	wind face		blowing
🌀	cyclone
🌈	rainbow
🌂	closed umbrella
☂️	umbrella		open
☔	umbrella with rain drops
⛱️	umbrella on ground		parasol
⚡	high voltage		zap
❄️	snowflake
☃️	snowman		snow
⛄	snowman without snow
☄️	comet
🪋	meteor
🔥	fire
💧	droplet
🌊	water wave		ocean
=Activities
🎃	jack-o-lantern
🎄	Christmas tree		xmas
🎆	fireworks		silvester
🎇	sparkler
🧨	firecracker
✨	sparkles
🎈	balloon
🎉	party popper		tada
🎊	confetti ball
🎋	tanabata tree
🎍	pine decoration		bamboo
🎎	Japanese dolls
🎏	carp streamer		flags
🎐	wind chime
🎑	moon viewing ceremony		rice scene
🧧	red envelope
🎀	ribbon
🎁	wrapped gift		xmas
🎗️	reminder ribbon
🎟️	admission tickets
🎫	ticket
🎖️	military medal
🏆	trophy
🏅	sports medal
🥇	1st place medal
🥈	2nd place medal
🥉	3rd place medal
⚽	soccer ball
⚾	baseball
🥎	softball
🏀	basketball
🏐	volleyball
🏈	american football
🏉	rugby football
🎾	tennis
🥏	flying disc
🎳	bowling
🏏	cricket game		ball bat
🏑	field hockey		ball stick
🏒	ice hockey		puck stick
🥍	lacrosse
🏓	ping pong		ball paddle table tennis
🏸	badminton		racquet shuttlecock
🥊	boxing glove
🥋	martial arts uniform
🥅	goal net
⛳	flag in hole		golf
⛸️	ice skate
🎣	fishing pole		fish
🪍	net with handle
🤿	diving mask
🎽	running shirt		sash
🎿	skis		ski
🛷	sled
🥌	curling stone
🎯	bullseye		dart
🪀	yo-yo
🪁	kite
🔫	water pistol		gun
🎱	pool 8 ball
🔮	crystal ball
🪄	magic wand
🎮	video game
🕹️	joystick
🎰	slot machine
🎲	game die
🧩	puzzle piece		jigsaw
🧸	teddy bear
🪅	piñata		pinata
🪩	mirror ball
🪆	nesting dolls
♠️	spade suit		spades
♥️	heart suit		hearts
♦️	diamond suit		diamonds
♣️	club suit		clubs
♟️	chess pawn
🃏	joker		black
🀄	mahjong red dragon
🎴	flower playing cards
🎭	performing arts
🖼️	framed picture		frame
🫟	splatter
🎨	artist palette		art
🧵	thread
🪡	sewing needle
🧶	yarn
🪢	knot
=Objects
👓	glasses		eyeglasses
🕶️	sunglasses		dark
🥽	goggles
🥼	lab coat
🦺	safety vest
👔	necktie
👕	t-shirt		tshirt
👖	jeans
🧣	scarf
🧤	gloves
🧥	coat
🧦	socks
👗	dress
👘	kimono
🥻	sari
🩱	one-piece swimsuit
🩲	briefs		brief swim
🩳	shorts
👙	bikini
👚	woman’s clothes		womans
🪭	folding hand fan
👛	purse
👜	handbag
👝	clutch bag		pouch
🛍️	shopping bags
🎒	backpack		satchel school
🩴	thong sandal
👞	man’s shoe		mans
👟	running shoe		athletic
🥾	hiking boot
🥿	flat shoe
👠	high-heeled shoe		heel
👡	woman’s sandal		womans
🩰	ballet shoes
👢	woman’s boot		womans
🪮	hair pick
👑	crown
🪎	treasure chest
👒	woman’s hat		womans
🎩	top hat		tophat
🎓	graduation cap		board mortar
🧢	billed cap
🪖	military helmet
⛑️	rescue worker’s helmet		cross white workers
📿	prayer beads
💄	lipstick
💍	ring
💎	gem stone
🔇	muted speaker		mute
🔈	speaker low volume
🔉	speaker medium volume		sound
🔊	speaker high volume		loud sound
📢	loudspeaker
📣	megaphone		mega
📯	postal horn
🔔	bell
🔕	bell with slash		no
🎼	musical score
🎵	musical note		sing song
🎶	musical notes		sing song
🎙️	studio microphone
🎚️	level slider
🎛️	control knobs
🎤	microphone		karaoke sing singer singing song
🎧	headphone		headphones
📻	radio
🎷	saxophone
🪗	accordion
🎸	guitar
🎹	musical keyboard
🎺	trumpet
🪊	trombone
🎻	violin
🪉	harp
🪕	banjo
🥁	drum
🪘	long drum
🪇	maracas
🪈	flute
📱	mobile phone		iphone
📲	mobile phone with arrow		calling
☎️	telephone		phone
📞	telephone receiver
📟	pager
📠	fax machine
🔋	battery
🪫	low battery
🔌	electric plug
💻	laptop		computer
🖥️	desktop computer
🖨️	printer
⌨️	keyboard
🖱️	computer mouse		button three
🖲️	trackball
💽	computer disk		minidisc
💾	floppy disk
💿	optical disk		cd
📀	dvd
🧮	abacus
🎥	movie camera
🎞️	film frames		strip
📽️	film projector
🎬	clapper board
📺	television		tv
📷	camera
📸	camera with flash
📹	video camera
📼	videocassette		vhs
🔍	magnifying glass tilted left		mag
🔎	magnifying glass tilted right		mag
🕯️	candle
💡	light bulb
🔦	flashlight
🏮	red paper lantern		izakaya
🪔	diya lamp
📔	notebook with decorative cover
📕	closed book
📖	open book
📗	green book
📘	blue book
📙	orange book
📚	books
📓	notebook
📒	ledger
📃	page with curl
📜	scroll
📄	page facing up
📰	newspaper
🗞️	rolled-up newspaper		roll
📑	bookmark tabs
🔖	bookmark
🏷️	label
💰	money bag		moneybag
🪙	coin
💴	yen banknote
💵	dollar banknote
💶	euro banknote
💷	pound banknote
💸	money with wings
💳	credit card
🧾	receipt
💹	chart increasing with yen
✉️	envelope
📧	e-mail		email
📨	incoming envelope
📩	envelope with arrow
📤	outbox tray
📥	inbox tray
📦	package
📫	closed mailbox with raised flag
📪	closed mailbox with lowered flag
📬	open mailbox with raised flag		mail
📭	open mailbox with lowered flag		mail no
📮	postbox
🗳️	ballot box with ballot
✏️	pencil
🪌	eraser
✒️	black nib
🖋️	fountain pen		left lower
🖊️	pen		ballpoint left lower
🖌️	paintbrush		left lower
🖍️	crayon		left lower
📝	memo		pencil
💼	briefcase
📁	file folder
📂	open file folder
🗂️	card index dividers
📅	calendar		date
📆	tear-off calendar
🗒️	spiral notepad		note pad
🗓️	spiral calendar		pad
📇	card index
📈	chart increasing		trend upwards
📉	chart decreasing		downwards trend
📊	bar chart
📋	clipboard
📌	pushpin
📍	round pushpin
📎	paperclip
🖇️	linked paperclips
📏	straight ruler
📐	triangular ruler
✂️	scissors
🗃️	card file box
🗄️	file cabinet
🗑️	wastebasket
🔒	locked		lock
🔓	unlocked		unlock
🔏	locked with pen		ink lock
🔐	locked with key		closed lock
🔑	key
🗝️	old key
🔨	hammer
🪓	axe
🪏	shovel
⛏️	pick
⚒️	hammer and pick
🛠️	hammer and wrench
🗡️	dagger		knife
⚔️	crossed swords
💣	bomb
🪃	boomerang
🏹	bow and arrow
🛡️	shield
🪚	carpentry saw
🔧	wrench
🪛	screwdriver
🔩	nut and bolt
⚙️	gear
🗜️	clamp		compression
⚖️	balance scale		scales
🦯	white cane		probing
🔗	link
⛓️	chains
⛓️‍💥	broken chain
🪝	hook
🧰	toolbox
🧲	magnet
🪜	ladder
⚗️	alembic
🧪	test tube
🧫	petri dish
🧬	dna
🔬	microscope
🔭	telescope
📡	satellite antenna
💉	syringe
🩸	drop of blood
💊	pill
🩹	adhesive bandage
🩼	crutch
🩺	stethoscope
🩻	x-ray
🚪	door
🛗	elevator
🪞	mirror
🪟	window
🛏️	bed
🛋️	couch and lamp
🪑	chair
🚽	toilet
🪠	plunger
🚿	shower
🛁	bathtub
🪤	mouse trap
🪒	razor
🧴	lotion bottle
🧷	safety pin
🧹	broom
🧺	basket
🧻	roll of paper
🪣	bucket
🧼	soap
🫧	bubbles
🪥	toothbrush
🧽	sponge
🧯	fire extinguisher
🛒	shopping cart
🚬	cigarette		smoking
⚰️	coffin
🪦	headstone
⚱️	funeral urn
🧿	nazar amulet
🪬	hamsa
🗿	moai		moyai
🪧	placard
🪪	identification card
=Symbols
🏧	ATM sign
🚮	litter in bin sign		its place put
🚰	potable water
♿	wheelchair symbol
🚹	men’s room		mens
🚺	women’s room		womens
🚻	restroom
🚼	baby symbol
🚾	water closet		wc
🛂	passport control
🛃	customs
🛄	baggage claim
🛅	left luggage
⚠️	warning
🚸	children crossing
⛔	no entry
🚫	prohibited		entry no sign
🚳	no bicycles
🚭	no smoking
🚯	no littering		do litter not
🚱	non-potable water
🚷	no pedestrians
📵	no mobile phones
🔞	no one under eighteen		underage
☢️	radioactive		sign
☣️	biohazard		sign
⬆️	up arrow
↗️	up-right arrow		upper
➡️	right arrow
↘️	down-right arrow		lower
⬇️	down arrow
↙️	down-left arrow		lower
⬅️	left arrow
↖️	up-left arrow		upper
↕️	up-down arrow
↔️	left-right arrow
↩️	right arrow curving left		hook leftwards
↪️	left arrow curving right		hook
⤴️	right arrow curving up		heading
⤵️	right arrow curving down		heading
🔃	clockwise vertical arrows
🔄	counterclockwise arrows button
🔙	BACK arrow
🔚	END arrow
🔛	ON! arrow
🔜	SOON arrow
🔝	TOP arrow
🛐	place of worship
⚛️	atom symbol
🕉️	om		symbol
✡️	star of David
☸️	wheel of dharma
☯️	yin yang
✝️	latin cross
☦️	orthodox cross
☪️	star and crescent
☮️	peace symbol
🕎	menorah		branches nine
🔯	dotted six-pointed star
🪯	khanda
♈	Aries
♉	Taurus
♊	Gemini
♋	Cancer
♌	Leo
♍	Virgo
♎	Libra
♏	Scorpio		scorpius
♐	Sagittarius
♑	Capricorn
♒	Aquarius
♓	Pisces
⛎	Ophiuchus
🔀	shuffle tracks button		arrows rightwards twisted
🔁	repeat button
🔂	repeat single button		one
▶️	play button		arrow forward
⏩	fast-forward button
⏭️	next track button		bar black double pointing right triangle vertical
⏯️	play or pause button		bar black double pointing right triangle vertical
◀️	reverse button		arrow backward
⏪	fast reverse button		rewind
⏮️	last track button		bar black double left pointing previous triangle vertical
🔼	upwards button		arrow small up
⏫	fast up button		arrow double
🔽	downwards button		arrow down small
⏬	fast down button		arrow double
⏸️	pause button		bar double vertical
⏹️	stop button		black square
⏺️	record button		black circle
⏏️	eject button		symbol
🎦	cinema
🔅	dim button		brightness low
🔆	bright button		brightness high
📶	antenna bars		signal strength
🛜	wireless
📳	vibration mode
📴	mobile phone off
♀️	female sign
♂️	male sign
⚧️	transgender symbol
✖️	multiply		heavy multiplication x
➕	plus		heavy sign
➖	minus		heavy sign
➗	divide		division heavy sign
🟰	heavy equals sign
♾️	infinity
‼️	double exclamation mark		bangbang
⁉️	exclamation question mark		interrobang
❓	red question mark
❔	white question mark		grey
❕	white exclamation mark		grey
❗	red exclamation mark		heavy
〰️	wavy dash
💱	currency exchange
💲	heavy dollar sign
⚕️	medical symbol
♻️	recycling symbol		recycle
⚜️	fleur-de-lis
🔱	trident emblem
📛	name badge
🔰	Japanese symbol for beginner
⭕	hollow red circle		o
✅	check mark button		white
☑️	check box with check		ballot
✔️	check mark		heavy
❌	cross mark		x
❎	cross mark button		negative squared
➰	curly loop
➿	double curly loop
〽️	part alternation mark
✳️	eight-spoked asterisk
✴️	eight-pointed star		black
❇️	sparkle
©️	copyright
®️	registered
™️	trade mark		tm
#️⃣	keycap: #		hash
*️⃣	keycap: *		asterisk
0️⃣	keycap: 0		zero
1️⃣	keycap: 1		one
2️⃣	keycap: 2		two
3️⃣	keycap: 3		three
4️⃣	keycap: 4		four
5️⃣	keycap: 5		five
6️⃣	keycap: 6		six
7️⃣	keycap: 7		seven
8️⃣	keycap: 8		eight
9️⃣	keycap: 9		nine
🔟	keycap: 10		ten
🔠	input latin uppercase		abcd capital
🔡	input latin lowercase		abcd
🔢	input numbers
🔣	input symbols
🔤	input latin letters		abc
🅰️	A button (blood type)
🆎	AB button (blood type)
🅱️	B button (blood type)
🆑	CL button
🆒	COOL button
🆓	FREE button
ℹ️	information		source
🆔	ID button
Ⓜ️	circled M
🆕	NEW button
🆖	NG button
🅾️	O button (blood type)
🆗	OK button
🅿️	P button		parking
🆘	SOS button
🆙	UP! button
🆚	VS button
🈁	Japanese “here” button		koko
🈂️	Japanese “service charge” button		sa
🈷️	Japanese “monthly amount” button
🈶	Japanese “not free of charge” button
🈯	Japanese “reserved” button
🉐	Japanese “bargain” button		advantage ideograph
🈹	Japanese “discount” button
🈚	Japanese “free of charge” button
🈲	Japanese “prohibited” button
🉑	Japanese “acceptable” button		accept
🈸	Japanese “application” button
🈴	Japanese “passing grade” button
🈳	Japanese “vacancy” button
㊗️	Japanese “congratulations” button
㊙️	Japanese “secret” button
🈺	Japanese “open for business” button
🈵	Japanese “no vacancy” button
🔴	red circle
🟠	orange circle
🟡	yellow circle
🟢	green circle
🔵	blue circle		large
🟣	purple circle
🟤	brown circle
⚫	black circle
⚪	white circle
🟥	red square
🟧	orange square
🟨	yellow square
🟩	green square
🟦	blue square
🟪	purple square
🟫	brown square
⬛	black large square
⬜	white large square
◼️	black medium square
◻️	white medium square
◾	black medium-small square
◽	white medium-small square
▪️	black small square
▫️	white small square
🔶	large orange diamond
🔷	large blue diamond
🔸	small orange diamond
🔹	small blue diamond
🔺	red triangle pointed up		small
🔻	red triangle pointed down		small
💠	diamond with a dot		inside shape
🔘	radio button
🔳	white square button
🔲	black square button
=Flags
🏁	chequered flag		checkered
🚩	triangular flag		post
🎌	crossed flags
🏴	black flag		waving
🏳️	white flag		waving
🏳️‍🌈	rainbow flag
🏳️‍⚧️	transgender flag
🏴‍☠️	pirate flag
🇦🇨	flag: Ascension Island
🇦🇩	flag: Andorra
🇦🇪	flag: United Arab Emirates		uae
🇦🇫	flag: Afghanistan
🇦🇬	flag: Antigua & Barbuda
🇦🇮	flag: Anguilla
🇦🇱	flag: Albania
🇦🇲	flag: Armenia
🇦🇴	flag: Angola
🇦🇶	flag: Antarctica
🇦🇷	flag: Argentina
🇦🇸	flag: American Samoa
🇦🇹	flag: Austria
🇦🇺	flag: Australia
🇦🇼	flag: Aruba
🇦🇽	flag: Åland Islands		aland
🇦🇿	flag: Azerbaijan
🇧🇦	flag: Bosnia & Herzegovina
🇧🇧	flag: Barbados
🇧🇩	flag: Bangladesh
🇧🇪	flag: Belgium
🇧🇫	flag: Burkina Faso
🇧🇬	flag: Bulgaria
🇧🇭	flag: Bahrain
🇧🇮	flag: Burundi
🇧🇯	flag: Benin
🇧🇱	flag: St. Barthélemy		barthelemy
🇧🇲	flag: Bermuda
🇧🇳	flag: Brunei
🇧🇴	flag: Bolivia
🇧🇶	flag: Caribbean Netherlands
🇧🇷	flag: Brazil
🇧🇸	flag: Bahamas
🇧🇹	flag: Bhutan
🇧🇻	flag: Bouvet Island
🇧🇼	flag: Botswana
🇧🇾	flag: Belarus
🇧🇿	flag: Belize
🇨🇦	flag: Canada
🇨🇨	flag: Cocos (Keeling) Islands
🇨🇩	flag: Congo - Kinshasa
🇨🇫	flag: Central African Republic
🇨🇬	flag: Congo - Brazzaville
🇨🇭	flag: Switzerland
🇨🇮	flag: Côte d’Ivoire		cote divoire
🇨🇰	flag: Cook Islands
🇨🇱	flag: Chile
🇨🇲	flag: Cameroon
🇨🇳	flag: China		cn
🇨🇴	flag: Colombia
🇨🇵	flag: Clipperton Island
🇨🇶	flag: Sark
🇨🇷	flag: Costa Rica
🇨🇺	flag: Cuba
🇨🇻	flag: Cape Verde
🇨🇼	flag: Curaçao		curacao
🇨🇽	flag: Christmas Island
🇨🇾	flag: Cyprus
🇨🇿	flag: Czechia		czech republic
🇩🇪	flag: Germany		de
🇩🇬	flag: Diego Garcia
🇩🇯	flag: Djibouti
🇩🇰	flag: Denmark
🇩🇲	flag: Dominica
🇩🇴	flag: Dominican Republic
🇩🇿	flag: Algeria
🇪🇦	flag: Ceuta & Melilla
🇪🇨	flag: Ecuador
🇪🇪	flag: Estonia
🇪🇬	flag: Egypt
🇪🇭	flag: Western Sahara
🇪🇷	flag: Eritrea
🇪🇸	flag: Spain		es
🇪🇹	flag: Ethiopia
🇪🇺	flag: European Union		eu
🇫🇮	flag: Finland
🇫🇯	flag: Fiji
🇫🇰	flag: Falkland Islands
🇫🇲	flag: Micronesia
🇫🇴	flag: Faroe Islands
🇫🇷	flag: France		fr
🇬🇦	flag: Gabon
🇬🇧	flag: United Kingdom		britain british england gb uk
🇬🇩	flag: Grenada
🇬🇪	flag: Georgia
🇬🇫	flag: French Guiana
🇬🇬	flag: Guernsey
🇬🇭	flag: Ghana
🇬🇮	flag: Gibraltar
🇬🇱	flag: Greenland
🇬🇲	flag: Gambia
🇬🇳	flag: Guinea
🇬🇵	flag: Guadeloupe
🇬🇶	flag: Equatorial Guinea
🇬🇷	flag: Greece
🇬🇸	flag: South Georgia & South Sandwich Islands
🇬🇹	flag: Guatemala
🇬🇺	flag: Guam
🇬🇼	flag: Guinea-Bissau
🇬🇾	flag: Guyana
🇭🇰	flag: Hong Kong SAR China
🇭🇲	flag: Heard & McDonald Islands
🇭🇳	flag: Honduras
🇭🇷	flag: Croatia
🇭🇹	flag: Haiti
🇭🇺	flag: Hungary
🇮🇨	flag: Canary Islands
🇮🇩	flag: Indonesia
🇮🇪	flag: Ireland
🇮🇱	flag: Israel
🇮🇲	flag: Isle of Man
🇮🇳	flag: India
🇮🇴	flag: British Indian Ocean Territory
🇮🇶	flag: Iraq
🇮🇷	flag: Iran
🇮🇸	flag: Iceland
🇮🇹	flag: Italy		it
🇯🇪	flag: Jersey
🇯🇲	flag: Jamaica
🇯🇴	flag: Jordan
🇯🇵	flag: Japan		jp
🇰🇪	flag: Kenya
🇰🇬	flag: Kyrgyzstan
🇰🇭	flag: Cambodia
🇰🇮	flag: Kiribati
🇰🇲	flag: Comoros
🇰🇳	flag: St. Kitts & Nevis
🇰🇵	flag: North Korea
🇰🇷	flag: South Korea		kr
🇰🇼	flag: Kuwait
🇰🇾	flag: Cayman Islands
🇰🇿	flag: Kazakhstan
🇱🇦	flag: Laos
🇱🇧	flag: Lebanon
🇱🇨	flag: St. Lucia
🇱🇮	flag: Liechtenstein
🇱🇰	flag: Sri Lanka
🇱🇷	flag: Liberia
🇱🇸	flag: Lesotho
🇱🇹	flag: Lithuania
🇱🇺	flag: Luxembourg
🇱🇻	flag: Latvia
🇱🇾	flag: Libya
🇲🇦	flag: Morocco
🇲🇨	flag: Monaco
🇲🇩	flag: Moldova
🇲🇪	flag: Montenegro
🇲🇫	flag: St. Martin
🇲🇬	flag: Madagascar
🇲🇭	flag: Marshall Islands
🇲🇰	flag: North Macedonia
🇲🇱	flag: Mali
🇲🇲	flag: Myanmar (Burma)
🇲🇳	flag: Mongolia
🇲🇴	flag: Macao SAR China		macau
🇲🇵	flag: Northern Mariana Islands
🇲🇶	flag: Martinique
🇲🇷	flag: Mauritania
🇲🇸	flag: Montserrat
🇲🇹	flag: Malta
🇲🇺	flag: Mauritius
🇲🇻	flag: Maldives
🇲🇼	flag: Malawi
🇲🇽	flag: Mexico
🇲🇾	flag: Malaysia
🇲🇿	flag: Mozambique
🇳🇦	flag: Namibia
🇳🇨	flag: New Caledonia
🇳🇪	flag: Niger
🇳🇫	flag: Norfolk Island
🇳🇬	flag: Nigeria
🇳🇮	flag: Nicaragua
🇳🇱	flag: Netherlands		holland
🇳🇴	flag: Norway
🇳🇵	flag: Nepal
🇳🇷	flag: Nauru
🇳🇺	flag: Niue
🇳🇿	flag: New Zealand
🇴🇲	flag: Oman
🇵🇦	flag: Panama
🇵🇪	flag: Peru
🇵🇫	flag: French Polynesia
🇵🇬	flag: Papua New Guinea
🇵🇭	flag: Philippines
🇵🇰	flag: Pakistan
🇵🇱	flag: Poland
🇵🇲	flag: St. Pierre & Miquelon
🇵🇳	flag: Pitcairn Islands
🇵🇷	flag: Puerto Rico
🇵🇸	flag: Palestinian Territories
🇵🇹	flag: Portugal
🇵🇼	flag: Palau
🇵🇾	flag: Paraguay
🇶🇦	flag: Qatar
🇷🇪	flag: Réunion		reunion
🇷🇴	flag: Romania
🇷🇸	flag: Serbia
🇷🇺	flag: Russia		ru
🇷🇼	flag: Rwanda
🇸🇦	flag: Saudi Arabia
🇸🇧	flag: Solomon Islands
🇸🇨	flag: Seychelles
🇸🇩	flag: Sudan
🇸🇪	flag: Sweden
🇸🇬	flag: Singapore
🇸🇭	flag: St. Helena
🇸🇮	flag: Slovenia
🇸🇯	flag: Svalbard & Jan Mayen
🇸🇰	flag: Slovakia
🇸🇱	flag: Sierra Leone
🇸🇲	flag: San Marino
🇸🇳	flag: Senegal
🇸🇴	flag: Somalia
🇸🇷	flag: Suriname
🇸🇸	flag: South Sudan
🇸🇹	flag: São Tomé & Príncipe		principe sao tome
🇸🇻	flag: El Salvador
🇸🇽	flag: Sint Maarten
🇸🇾	flag: Syria
🇸🇿	flag: Eswatini		swaziland
🇹🇦	flag: Tristan da Cunha
🇹🇨	flag: Turks & Caicos Islands
🇹🇩	flag: Chad
🇹🇫	flag: French Southern Territories
🇹🇬	flag: Togo
🇹🇭	flag: Thailand
🇹🇯	flag: Tajikistan
🇹🇰	flag: Tokelau
🇹🇱	flag: Timor-Leste
🇹🇲	flag: Turkmenistan
🇹🇳	flag: Tunisia
🇹🇴	flag: Tonga
🇹🇷	flag: Türkiye		tr turkey
🇹🇹	flag: Trinidad & Tobago
🇹🇻	flag: Tuvalu
🇹🇼	flag: Taiwan
🇹🇿	flag: Tanzania
🇺🇦	flag: Ukraine
🇺🇬	flag: Uganda
🇺🇲	flag: U.S. Outlying Islands		us
🇺🇳	flag: United Nations
🇺🇸	flag: United States		america american us usa
🇺🇾	flag: Uruguay
🇺🇿	flag: Uzbekistan
🇻🇦	flag: Vatican City
🇻🇨	flag: St. Vincent & Grenadines
🇻🇪	flag: Venezuela
🇻🇬	flag: British Virgin Islands
🇻🇮	flag: U.S. Virgin Islands		us
🇻🇳	flag: Vietnam
🇻🇺	flag: Vanuatu
🇼🇫	flag: Wallis & Futuna
🇼🇸	flag: Samoa
🇽🇰	flag: Kosovo
🇾🇪	flag: Yemen
🇾🇹	flag: Mayotte
🇿🇦	flag: South Africa
🇿🇲	flag: Zambia
🇿🇼	flag: Zimbabwe
🏴󠁧󠁢󠁥󠁮󠁧󠁿	flag: England
🏴󠁧󠁢󠁳󠁣󠁴󠁿	flag: Scotland
🏴󠁧󠁢󠁷󠁬󠁳󠁿	flag: Wales

"""#
}
