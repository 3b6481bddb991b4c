	.text
	.type raygen,@function
raygen:
	s_endpgm
	.amdhsa_kernel raygen
